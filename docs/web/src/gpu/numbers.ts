// SPDX-License-Identifier: MIT
//
// How the book writes a number: docs/_ext/_units.py and _columns.py in short.

import type { Value } from "./results.ts";

/** Decimals that show three digits, or the whole number from 100 on. */
export function decimalsFor(value: number): number {
  const size = Math.abs(value);
  return size >= 100 || size === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(size)));
}

/** Writes a value; text passes through, true and false become words. */
export function written(value: Value, decimals: number | null = null): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return String(value ?? "–");
  const digits = decimals ?? (Number.isInteger(value) ? 0 : decimalsFor(value));
  const text =
    Math.abs(value) >= 10_000
      ? value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
      : value.toFixed(digits);
  return text.replace("-", "\u2212");
}

/** Decimals that show three digits of the largest and two of the smallest value. */
export function commonDecimals(values: Value[], exact: boolean): number {
  const sizes = values
    .filter((value): value is number => typeof value === "number" && value !== 0)
    .map(Math.abs);
  if (sizes.length === 0 || (exact && sizes.every(Number.isInteger))) return 0;
  const smallest = decimalsFor(Math.min(...sizes)) - 1;
  return Math.max(decimalsFor(Math.max(...sizes)), Math.min(3, smallest));
}

/** A value on an axis: 32 Mi rather than 33554432. */
export function tick(value: Value): string {
  if (typeof value !== "number" || value < 1024 || value % 1024 !== 0) return written(value);
  let size = value;
  for (const unit of ["Ki", "Mi", "Gi"]) {
    size /= 1024;
    if (size < 1024 || size % 1024 !== 0) return `${written(size)}\u00a0${unit}`;
  }
  return written(value);
}
