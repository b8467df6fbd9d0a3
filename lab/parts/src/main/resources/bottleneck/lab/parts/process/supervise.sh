# supervise SIGNAL GRACE SCRATCH LOG COMMAND...
#
# Runs COMMAND until it ends by itself or this shell's standard input does; then COMMAND gets SIGNAL and, GRACE seconds
# later, KILL. What COMMAND has started goes with it, where the system has setsid. The input is a pipe whose other end only the lab holds, so it ends with the lab, however that dies.
# Writes COMMAND's pid, sends its output to LOG, removes the folder SCRATCH ('' for none) and exits with its code.
# Ctrl-C and its like reach the whole process group. They do not end this shell, and Ctrl-C does not reach COMMAND either:
# the lab, which gets them too, stops things in order.
signal=$1 grace=$2 scratch=$3 log=$4
shift 4
trap '' INT HUP
trap : TERM
exec 3<&0

session=
command -v setsid >/dev/null && session=setsid
$session "$@" </dev/null >>"$log" 2>&1 3<&- &
child=$!
echo "$child"
exec 2>/dev/null
all=$child
[ -z "$session" ] || all=-$child

(
  trap '' TERM
  trap 'kill -s KILL "$nap"; exit' USR1
  nap=
  read -r _ <&3
  kill -s "$signal" -- "$all" || kill -s "$signal" "$child" # setsid may not have come to it yet
  sleep "$grace" 3<&- &
  nap=$!
  wait "$nap"
  kill -s KILL -- "$all"
) &
watch=$!

wait "$child"
code=$?
while [ "$code" -gt 128 ] && kill -0 "$child"; do # not the child's end but a signal to this shell
  wait "$child"
  code=$?
done
kill -s USR1 "$watch"
[ -z "$session" ] || kill -s KILL -- "$all"
[ -z "$scratch" ] || rm -rf "$scratch"
exit "$code"
