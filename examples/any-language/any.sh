#!/bin/sh
# Plays a seat: chooses an option by the seed of the question.
# A question begins with {"type":"ask","seed":SEED, and ends with its options. Each option begins
# with {"number":NUMBER,"words":"WORDS", and the last number is their count. If an option is a
# range, such as "bid 1..37", every number is null, and words choose.
while IFS=':,' read -r _ type _ seed rest; do
  case $type in
    '"ask"')
      last=${rest##*'{"number":'}
      if [ "${last%%,*}" != null ]; then
        echo $((seed % ${last%%,*} + 1))
        continue
      fi
      count=0 options=$rest
      while [ "$options" != "${options#*'{"number":null,'}" ]; do
        options=${options#*'{"number":null,'}
        count=$((count + 1))
      done
      place=$((seed % count))
      while [ $place -ge 0 ]; do
        rest=${rest#*'{"number":null,"words":"'}
        place=$((place - 1))
      done
      words=${rest%%'"'*}
      case $words in
        *..*)
          bounds=${words##* }
          first=${bounds%..*}
          words="${words% *} $((first + seed / count % (${bounds#*..} - first + 1)))"
          ;;
      esac
      echo "\"$words\""
      ;;
    '"refused"') echo "$rest" >&2 ;;
  esac
done
