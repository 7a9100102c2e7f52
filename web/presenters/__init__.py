"""Values of the assistant as the public forms and the words that people read."""
