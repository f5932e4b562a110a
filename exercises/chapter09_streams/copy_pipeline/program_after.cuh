// SPDX-License-Identifier: MIT-0
//
// What stands behind your part when it is judged.
#include "judge_program.h"

int main(int, char** arguments) { return judge::run(arguments, scale_all, scale, false); }
