"""The solitaire of La Ruche at a table of one."""
