#!/bin/sh
# Plays a seat: takes one of the options, by the seed of the question.
# A question begins with {"type":"ask","seed":SEED, and ends with its options;
# the last of them begins with {"number":COUNT,
while IFS=':,' read -r _ type _ seed rest; do
  case $type in
    '"ask"')
      last=${rest##*'{"number":'}
      echo $((seed % ${last%%,*} + 1))
      ;;
    '"refused"') echo "$rest" >&2 ;;
  esac
done
