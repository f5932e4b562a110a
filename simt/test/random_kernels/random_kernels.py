# SPDX-License-Identifier: MIT
"""Random kernels of nested control flow, run lane by lane against the same code on the host.

    random_kernels.py --simt-run PATH [--first-seed N] [--programs N] [--kernels N] [--keep FILE]

A program holds many functions for host and device: ifs, loops with break and continue, switches
with fall-through, early returns and calls, over unsigned state. The host runs each for every thread
by itself; the virtual GPU runs them 32 lanes at a time. Every loop is bounded. Exits 1 at the first
program that differs, and says how to have it again.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

TIMEOUT_S = 300
VARIABLES = ("x", "y", "z", "w")
MOST_DEPTH = 4

HEAD = """// Made by random_kernels.py, seed {seed}.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int kBlocks = 2, kThreads = 109, kCount = kBlocks * kThreads;
#define BOTH __host__ __device__
"""
TAIL = """
template <class Function>
__global__ void run(unsigned* out, Function) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = Function::of(i);
}
template <class Function>
int differences(const char* name) {
  unsigned* d_out = nullptr;
  std::vector<unsigned> got(kCount);
  if (cudaMalloc(&d_out, kCount * sizeof(unsigned)) != cudaSuccess) return 1;
  run<<<kBlocks, kThreads>>>(d_out, Function());
  const std::size_t bytes = kCount * sizeof(unsigned);
  if (cudaMemcpy(got.data(), d_out, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(d_out);
  for (unsigned i = 0; i < kCount; ++i) {
    if (got[i] == Function::of(i)) continue;
    std::printf("FAIL %s: thread %u gives %u, alone %u\\n", name, i, got[i], Function::of(i));
    return 1;
  }
  return 0;
}
"""


class Writer:
    """Writes one function; calls go to functions with a smaller number only."""

    def __init__(self, choose: random.Random, number: int) -> None:
        self.choose = choose
        self.number = number
        self.lines: list[str] = []
        self.loops = 0

    def expression(self, depth: int = 0) -> str:
        """An unsigned value."""
        pick = self.choose.random()
        if depth > 2 or pick < 0.35:
            return self.choose.choice([*VARIABLES, "i", str(self.choose.randrange(70))])
        if pick < 0.42 and self.number > 0 and depth == 0:
            callee = self.choose.randrange(max(0, self.number - 3), self.number)
            return f"F{callee}::of(({self.expression(1)}) % 61u)"
        if pick < 0.5:
            yes, no = self.expression(depth + 1), self.expression(depth + 1)
            return f"({self.condition()} ? {yes} : {no})"
        operator = self.choose.choice(["+", "-", "*", "^", "&", "|", ">>", "<<", "%", "/"])
        right = self.expression(depth + 1)
        if operator in (">>", "<<"):
            right = f"(({right}) & 15u)"
        if operator in ("%", "/"):
            right = f"(({right}) | 1u)"
        return f"({self.expression(depth + 1)} {operator} {right})"

    def condition(self) -> str:
        """A truth value, of two when it short-circuits."""
        operator = self.choose.choice(["<", ">", "==", "!=", "<=", ">="])
        test = f"{self.expression(2)} {operator} {self.expression(2)}"
        pick = self.choose.random()
        if pick < 0.3:
            divisor, rest = self.choose.randrange(2, 7), self.choose.randrange(3)
            return f"(({self.expression(1)}) % {divisor}u == {rest}u)"
        if pick < 0.45:
            both = self.choose.choice(["&&", "||"])
            return f"({test} {both} ++{self.choose.choice(VARIABLES)} % 3u != 0u)"
        return f"({test})"

    def put(self, depth: int, text: str) -> None:
        """Adds a line."""
        self.lines.append("  " * (depth + 2) + text)

    def block(self, depth: int, in_loop: bool, in_switch: bool = False) -> None:
        """Up to three statements."""
        for _ in range(self.choose.randrange(1, 4)):
            self.statement(depth, in_loop, in_switch)

    def statement(self, depth: int, in_loop: bool, in_switch: bool) -> None:
        """One statement, with what stands in it."""
        pick = self.choose.random()
        if depth >= MOST_DEPTH or pick < 0.3:
            operator = self.choose.choice(["=", "+=", "-=", "^=", "*="])
            self.put(depth, f"{self.choose.choice(VARIABLES)} {operator} {self.expression()};")
        elif pick < 0.5:
            self.put(depth, f"if {self.condition()} {{")
            self.block(depth + 1, in_loop, in_switch)
            if self.choose.random() < 0.6:
                self.put(depth, "} else {")
                self.block(depth + 1, in_loop, in_switch)
            self.put(depth, "}")
        elif pick < 0.68:
            self.loop(depth)
        elif pick < 0.8:
            self.switch(depth, in_loop)
        elif pick < 0.87 and in_loop:
            self.put(depth, f"if {self.condition()} {self.choose.choice(['break', 'continue'])};")
        elif pick < 0.9 and in_switch:
            self.put(depth, f"if {self.condition()} break;")
        else:
            self.put(depth, f"if {self.condition()} return {self.expression()};")

    def loop(self, depth: int) -> None:
        """A loop that ends after a few rounds whatever its condition says."""
        self.loops += 1
        turn = f"t{self.loops}"
        bound = f"({self.expression(1)}) % {self.choose.randrange(2, 8)}u"
        form = self.choose.randrange(3)
        if form == 0:
            self.put(depth, f"for (unsigned {turn} = 0, e = {bound}; {turn} < e; ++{turn}) {{")
        elif form == 1:
            self.put(depth, f"unsigned {turn} = 0;")
            self.put(depth, f"while ({turn}++ < 6u && {self.condition()}) {{")
        else:
            self.put(depth, f"unsigned {turn} = 0;")
            self.put(depth, "do {")
        self.block(depth + 1, in_loop=True)
        self.put(depth, f"}} while (++{turn} < 5u && {self.condition()});" if form == 2 else "}")

    def switch(self, depth: int, in_loop: bool) -> None:
        """A switch of which some cases run into the next."""
        self.put(depth, f"switch (({self.expression(1)}) % {self.choose.randrange(3, 7)}u) {{")
        for label in self.choose.sample(range(6), self.choose.randrange(1, 5)):
            self.put(depth + 1, f"case {label}: {{")
            self.block(depth + 2, in_loop, in_switch=True)
            through = self.choose.random() < 0.3
            self.put(depth + 1, "} [[fallthrough]];" if through else "} break;")
        self.put(depth + 1, "default:")
        self.put(depth + 2, f"{self.choose.choice(VARIABLES)} += {self.expression(1)};")
        self.put(depth, "}")

    def function(self) -> str:
        """The whole function as a type, so that a kernel can be made for it."""
        self.block(0, in_loop=False)
        self.block(0, in_loop=False)
        body = "\n".join(self.lines)
        state = ", ".join(
            f"{name} = i * {self.choose.randrange(1, 99)}u + {self.choose.randrange(9)}u"
            for name in VARIABLES
        )
        return (
            f"struct F{self.number} {{\n  static BOTH unsigned of(unsigned i) {{\n"
            f"    unsigned {state};\n{body}\n    return x ^ (y * 3u) ^ (z * 5u) ^ w;\n  }}\n}};\n"
        )


def program_of(seed: int, kernels: int) -> str:
    """A program with this many kernels, always the same for a seed."""
    choose = random.Random(seed)
    functions = [Writer(choose, number).function() for number in range(kernels)]
    calls = " +\n         ".join(f'differences<F{n}>("F{n}")' for n in range(kernels))
    main = f"int main() {{\n  return {calls} == 0 ? 0 : 1;\n}}\n"
    return HEAD.format(seed=seed) + "\n" + "\n".join(functions) + TAIL + main


def run(simt_run: str, seed: int, kernels: int, keep: Path | None) -> bool:
    """Makes and runs one program; true if host and virtual GPU agree."""
    with tempfile.TemporaryDirectory() as folder:
        file = keep or Path(folder) / f"random_{seed}.cu"
        file.write_text(program_of(seed, kernels), encoding="utf-8")
        command = [simt_run, "--pass", "count", "--report", "none", "--no-cache", "-Wno-everything"]
        done = subprocess.run(
            [*command, str(file)], capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    if done.returncode != 0:
        said = f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
        again = f"--first-seed {seed} --programs 1 --kernels {kernels} --keep F.cu"
        print(f"FAIL seed {seed}, code {done.returncode}:\n{said}\nto have it again: {again}")
    return done.returncode == 0


def main() -> int:
    """Runs the programs of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simt-run", required=True)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=50)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    for seed in range(arguments.first_seed, arguments.first_seed + arguments.programs):
        if not run(arguments.simt_run, seed, arguments.kernels, arguments.keep):
            return 1
    print(f"{arguments.programs * arguments.kernels} kernels agree with the host, lane by lane")
    return 0


if __name__ == "__main__":
    sys.exit(main())
