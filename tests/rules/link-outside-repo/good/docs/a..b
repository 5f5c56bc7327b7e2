Two dots.
