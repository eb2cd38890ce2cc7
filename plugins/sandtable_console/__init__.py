"""Playing by typed lines: the console, its words and outputs, completion, and the sinks."""
