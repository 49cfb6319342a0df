"""From text to AST: lexer, layout filter, LALR grammar, tree to AST, human syntax errors."""
