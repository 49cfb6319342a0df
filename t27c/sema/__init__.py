"""From AST to typed IR: names, types, compile-time evaluation, tests and invariants."""
