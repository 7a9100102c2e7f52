"""Our own tile drawings: strokes, circles and sticks as numbers, written out as SVG files."""
