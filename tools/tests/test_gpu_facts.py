# SPDX-License-Identifier: MIT
"""Reading nvidia-smi's answers and a build tree's toolchain."""

import gpu_facts
import pytest
from results import ResultError

FIELDS = (("clock", "clocks.sm", int), ("power", "power.limit", float), ("mode", "mode", str))


def test_values_have_their_kind():
    assert gpu_facts.parse("1980, 700.00, Enabled\n", FIELDS) == {
        "clock": 1980,
        "power": 700.0,
        "mode": "Enabled",
    }


def test_what_the_driver_does_not_know_is_nothing():
    values = gpu_facts.parse("[N/A], [Not Supported], [N/A]", FIELDS)
    assert values == {"clock": None, "power": None, "mode": None}


def test_another_number_of_values_is_refused():
    with pytest.raises(ResultError, match="where 3 values belong"):
        gpu_facts.parse("1980, 700.00", FIELDS)


@pytest.mark.parametrize(
    ("mask", "reasons"),
    [
        ("0x0000000000000000", []),
        ("0x0000000000000001", []),  # idle
        ("0x0000000000000005", ["sw_power_cap"]),
        ("0x0000000000000060", ["sw_thermal_slowdown", "hw_thermal_slowdown"]),
        (None, []),
        ("unknown", []),
    ],
)
def test_clock_reasons_are_named(mask, reasons):
    assert gpu_facts.reasons_of(mask) == reasons


def test_the_compiler_of_a_build_tree_is_asked(tmp_path):
    compiler = tmp_path / "g++"
    compiler.write_text("#!/bin/sh\necho 'g++ (Debian 12.2.0-14+deb12u1) 12.2.0'\n")
    compiler.chmod(0o755)
    (tmp_path / "CMakeCache.txt").write_text(f"CMAKE_CXX_COMPILER:FILEPATH={compiler}\n")
    assert gpu_facts.toolchain(tmp_path)["compiler"] == "g++ 12.2.0"


def test_nothing_identifies_the_host():
    assert set(gpu_facts.host()) == {"cpu_count", "system"}
