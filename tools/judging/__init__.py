# SPDX-License-Identifier: MIT
"""The judge of the exercises: what stands between a student's file and a verdict."""
