// SPDX-License-Identifier: MIT
//
// The program that does nothing. As WebAssembly it is what all programs of the pages have in
// common: engine, runtime, report, the libraries of C and C++.
int main(int, char**) { return 0; }
