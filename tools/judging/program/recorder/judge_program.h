// SPDX-License-Identifier: MIT
//
// The judge's own `main` where calls are recorded. It stands behind the part, which cannot name it.
#pragma once

namespace judge {

using Program = void (*)(float*, const float*, int);
using Kernel = void (*)(float*, const float*, int);

/// `main N`: lets `program` work on N numbers that are not there.
int run(char** arguments, Program program, Kernel kernel, bool pinned);

}  // namespace judge
