// SPDX-License-Identifier: MIT
//
// The C form of the pipeline interface.
#pragma once

#include "cuda_pipeline_primitives.h"
