"""Files, streams and the machine: bounded reads, whole writes, strict JSON."""
