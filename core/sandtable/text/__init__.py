"""The base of the kernel: errors, words, the process's settings, small helpers."""
