"""Python text for IR: names, types, values, expressions and statements, shared by the Python and the pytest target."""
