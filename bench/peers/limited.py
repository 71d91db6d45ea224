"""Runs a command with limits on itself and all its children."""
import glob, os, resource, subprocess, sys, time


def run(words, at, limit, memory, slack=30, soft=None):
    """Run words in the folder at with a limit of processor time in seconds, of memory in GB (0: none), and of slack times the limit
    of elapsed time. Its output goes to the files stdout and stderr there. Return the exit status, the processor time with
    the children, the peak memory in MB, and whether a limit of time ended it. After soft seconds of processor time it is
    interrupted.
    """
    def limits():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (limit + 1, limit + 2))
        if memory:
            resource.setrlimit(resource.RLIMIT_DATA, (memory << 30, memory << 30))

    with open(os.path.join(at, 'stdout'), 'wb') as out, open(os.path.join(at, 'stderr'), 'wb') as err:
        try:
            p = subprocess.Popen(words, stdout=out, stderr=err, preexec_fn=limits, cwd=at)
        except OSError as e:
            sys.exit(f'{words[0]}: {e}')
    spent, end, over = 0, time.time() + slack * limit, False
    while True:
        pid, status, usage = os.wait4(p.pid, os.WNOHANG)
        if pid:
            break
        spent = max(spent, children(p.pid))
        if soft and spent > soft:
            soft = None
            os.killpg(p.pid, 2)
        if time.time() > end or spent > limit:
            over = True
            os.killpg(p.pid, 9)
        time.sleep(0.05)
    p.returncode = status
    try:
        os.killpg(p.pid, 9)  # children that outlive it
    except ProcessLookupError:
        pass
    used = max(usage.ru_utime + usage.ru_stime, spent if over else 0)  # children that were killed do not count in usage
    return status, round(used, 2), usage.ru_maxrss // 1024, over


def children(group):
    """Return the processor time of the processes of a group that still run, with that of their children that have ended."""
    total = 0
    for name in glob.glob('/proc/[0-9]*/stat'):
        try:
            words = open(name).read().rsplit(')', 1)[1].split()
        except OSError:
            continue
        if int(words[2]) == group:
            total += sum(map(int, words[11:15]))
    return total / os.sysconf('SC_CLK_TCK')
