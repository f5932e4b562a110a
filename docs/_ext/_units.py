# SPDX-License-Identifier: MIT
"""Units of measured numbers, and how a number is written.

    unit_of("bandwidth_gbps")                        GB/s
    show(Quantity(2611.2, "GB/s"))                   2611 GB/s
    show(Quantity(0.616, ""), ["percent"])           61.6 %

A field's suffix gives its unit. Whole numbers are written exactly; others with three digits,
from 1000 on without decimals.
"""

import math
from dataclasses import dataclass

NBSP = "\N{NO-BREAK SPACE}"

# suffix of a field → (unit, family, size in the family's base)
SUFFIXES = {
    "gbps": ("GB/s", "rate", 1e9),
    "tbps": ("TB/s", "rate", 1e12),
    "gflops": ("GFLOP/s", "flops", 1e9),
    "tflops": ("TFLOP/s", "flops", 1e12),
    "s": ("s", "time", 1.0),
    "ms": ("ms", "time", 1e-3),
    "us": ("µs", "time", 1e-6),
    "ns": ("ns", "time", 1e-9),
    "bytes": ("B", "bytes", 1.0),
    "kib": ("KiB", "bytes", 2.0**10),
    "mib": ("MiB", "bytes", 2.0**20),
    "gib": ("GiB", "bytes", 2.0**30),
    "kb": ("kB", "bytes", 1e3),
    "mb": ("MB", "bytes", 1e6),
    "gb": ("GB", "bytes", 1e9),
    "khz": ("kHz", "clock", 1e3),
    "mhz": ("MHz", "clock", 1e6),
    "ghz": ("GHz", "clock", 1e9),
    "cycles": ("cycles", "cycles", 1.0),
    "percent": ("%", "percent", 1.0),
    "w": ("W", "power", 1.0),
    "c": ("°C", "temperature", 1.0),
}
UNITS = {unit: (family, size) for unit, family, size in SUFFIXES.values()}
CONVERSIONS = {**{suffix: entry[0] for suffix, entry in SUFFIXES.items()}, "tb": "TB/s"}


class UnitError(Exception):
    """Two units do not fit, or a format does not fit a value."""


@dataclass(frozen=True)
class Quantity:
    """A value with its unit: "" for a plain number, None where only the page can tell."""

    value: object
    unit: str | None = ""


def unit_of(field):
    """Return the unit that a field's suffix tells, "" if it tells none."""
    if field == "bytes":
        return "B"
    _, _, suffix = field.rpartition(".")[2].rpartition("_")
    return SUFFIXES[suffix][0] if suffix in SUFFIXES and suffix != field else ""


def family(unit):
    """Return what units that convert into each other share: "time" for ms and µs."""
    return UNITS[unit][0] if unit in UNITS else unit


def convert(quantity, unit):
    """Return `quantity` in `unit` of the same family."""
    if quantity.unit == unit:
        return quantity
    if quantity.unit not in UNITS or family(quantity.unit) != family(unit):
        raise UnitError(f"cannot turn {quantity.unit or 'a plain number'} into {unit}")
    return Quantity(quantity.value * UNITS[quantity.unit][1] / UNITS[unit][1], unit)


def apply(quantity, formats):
    """Return (quantity, decimals or None, as a ratio?) after the formats of `value | format`."""
    decimals, ratio = None, False
    if formats and not isinstance(quantity.value, int | float):
        raise UnitError(f"'{quantity.value}' is no number, so it takes no format")
    for text in formats:
        word, _, rest = text.partition(" ")
        if word.isdigit():
            decimals = int(word)
        elif word == "times":
            quantity, ratio = Quantity(quantity.value, "×"), True
        elif word == "percent":
            scale = 1 if quantity.unit == "%" else 100
            quantity = Quantity(quantity.value * scale, "%")
        elif word == "plain":
            quantity = Quantity(quantity.value, "")
        elif word == "unit" and rest:
            quantity = Quantity(quantity.value, rest.strip())
        elif word in CONVERSIONS:
            quantity = convert(quantity, CONVERSIONS[word])
        else:
            raise UnitError(f"no format '{text}': there are digits, times, percent, plain, units")
    if quantity.unit is None:
        raise UnitError("unlike units were combined: name the unit with '| unit NAME'")
    return quantity, decimals, ratio


def decimals_for(value):
    """Return how many decimals show three digits, or the whole number from 100 on."""
    size = abs(value)
    return 0 if size >= 100 or size == 0 else max(0, 2 - math.floor(math.log10(size)))


def number(value, decimals=None, exact=True):
    """Write a value; `exact` writes 4.0 as 4. Text passes through, true and false become words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, int | float):
        return str(value)
    if decimals is None:
        whole = exact and float(value).is_integer()
        decimals = 0 if whole else decimals_for(value)
    text = f"{value:.{decimals}f}"
    grouped = f"{value:,.{decimals}f}"
    return (grouped if abs(value) >= 10_000 else text).replace("-", "\N{MINUS SIGN}")


def show(quantity, formats=()):
    """Write a quantity with its unit: 2611 GB/s, 1.59×, 61.6 %."""
    quantity, decimals, ratio = apply(quantity, formats)
    text = number(quantity.value, decimals, exact=not ratio)
    if not quantity.unit or not isinstance(quantity.value, int | float):
        return text
    return text + ("" if ratio else NBSP) + quantity.unit
