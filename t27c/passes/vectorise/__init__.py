"""Loops over arrays as whole-array code: judged by `plan`, written by the backends."""
