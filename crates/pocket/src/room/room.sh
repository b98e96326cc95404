# The first process of a room. It makes the room ready, then does what it is told, an order a line, and says how each ended.
# Its end is the end of everything in the room.
home=$1 inside=$2 pid=$3 criu=$4 owner=$5
shift 5
PATH=$PATH:/usr/sbin:/sbin
# What we were handed down from outside cannot be saved.
for file in /proc/$$/fd/*; do
    [ "${file##*/}" -le 2 ] || eval "exec ${file##*/}>&-"
done
mkdir -p "$inside" && mount --bind "$home" "$inside" && cd "$inside" && ip link set lo up && mkfifo in out || exit 1
echo ready

start() {
    mkdir tmp && exec 3<in 4>out || return
    [ -z "$owner" ] || chown "$owner:$owner" tmp || return
    # The number of the next process.
    echo $((pid - 1)) >/proc/sys/kernel/ns_last_pid || return
    (
        exec <&3 3<&- >&4 4>&- 2>printed.txt
        # What is free is given back: it would be saved, too.
        exec setsid env -i TZ=UTC LANG=C.UTF-8 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 \
            MALLOC_TRIM_THRESHOLD_=131072 "$@"
    ) &
    exec 3<&- 4>&-
}

# What Robolectric unpacks is large and never changes, so it is there only once; the rest is copied. What several rooms share belongs to us,
# so that no app changes what another one has.
carry() { # FROM TO
    local part rest=("$1/printed.txt") temporary=() unpacked=()
    [ ! -e "$1/storage" ] || rest+=("$1/storage")
    for part in "$1/tmp"/*; do
        case $part in
        */\*) ;;
        */robolectric-nativeruntime*) unpacked+=("$part") ;;
        *) temporary+=("$part") ;;
        esac
    done
    mkdir -p "$2/tmp" && cp -a "${rest[@]}" "$2" || return
    [ -z "$owner" ] || chown "$owner:$owner" "$2/tmp" || return
    for part in "${unpacked[@]}"; do
        if [ -z "$owner" ] || [ -O "$part" ]; then
            cp -al "$part" "$2/tmp" || return
        else
            cp -a "$part" "$2/tmp" && chown -R 0:0 "$2/tmp/${part##*/}" || return
            # CRIU looks at the files' modes.
            find "$2/tmp/${part##*/}" -type d -exec chmod a+rx {} + || return
        fi
    done
    [ -z "${temporary[*]}" ] || cp -a "${temporary[@]}" "$2/tmp"
}

# Root without the right over resources (as in many a container) may ask for the limits only of processes of the same real user.
beside() { # COMMAND...
    if [ -n "$owner" ]; then
        setpriv --ruid "$owner" --rgid "$owner" --keep-groups "$@"
    else
        "$@"
    fi
}

save() { # IMAGE: the files are copied while the process stands still
    # Pages go to whoever gives us orders. Native libraries that were deleted once they were loaded (Conscrypt's, in every app
    # that speaks TLS: 4 MB) are saved, too; CRIU would refuse those of more than 1 MB.
    beside "$criu" dump --tree "$pid" --images-dir "$1" --work-dir "$home" --log-file log.txt --ghost-limit 64M \
        --page-server --ps-socket 0 --file-locks --manage-cgroups=ignore --leave-stopped >&2 || return
    local copied=0
    carry "$home" "$1/home" || copied=1
    kill -CONT "$pid" && return "$copied"
}

load() { # IMAGE
    carry "$1/home" "$home" || return
    "$criu" restore --restore-detached --images-dir "$1" --work-dir "$home" --log-file log.txt \
        --file-locks --manage-cgroups=ignore </dev/null >&2
}

while IFS= read -r order; do
    case $order in
    start) start "$@" ;;
    save*) save "${order#save }" ;;
    load*) load "${order#load }" ;;
    esac && echo done || echo failed
done
