"""结账: from a round's facts to who owes whom and why; `reckoning` adds it all up."""
