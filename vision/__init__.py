"""Reading the table: pictures to tiles, rows, areas. It knows no rule."""
