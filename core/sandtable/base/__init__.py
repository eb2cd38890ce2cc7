"""What every room of the kernel stands on: errors, words, settings of the process, small helpers."""
