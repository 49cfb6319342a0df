"""The typed IR: types, nodes, arithmetic, builtins, printer, verifier and reference interpreter."""
