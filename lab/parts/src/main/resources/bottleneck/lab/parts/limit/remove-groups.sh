# remove-groups GROUP...
#
# Removes these control groups when its standard input ends: a pipe whose other end only the lab holds, so it ends with the lab,
# however that dies. The processes in them are ended by others, and those of a database take a moment more: it tries for a minute.
# Ctrl-C and its like reach the whole process group; they do not end this shell.
trap '' INT HUP TERM
while read -r _; do :; done

tries=600
for group; do
  while [ -d "$group" ] && ! rmdir "$group" && [ "$tries" -gt 0 ]; do
    tries=$((tries - 1))
    sleep 0.1
  done
done
