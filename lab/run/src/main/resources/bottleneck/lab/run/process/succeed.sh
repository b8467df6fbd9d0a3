# succeed PID SECONDS COMMAND...
#
# Becomes COMMAND so many seconds after the process PID has ended. Who is asked to end before that waits for PID all the
# same: nothing of it is left then.
before=$1 down=$2
shift 2
ended=
trap 'ended=1' TERM INT QUIT

while kill -0 "$before" 2>/dev/null; do sleep 0.02; done
[ -n "$ended" ] || sleep "$down"
[ -z "$ended" ] || exit 0
trap - TERM INT QUIT
exec "$@"
