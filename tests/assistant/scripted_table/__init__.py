"""A table without pictures: what a camera would make of a recorded round, with as much noise as is wanted."""
