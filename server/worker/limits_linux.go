package worker

import (
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// beside is the address space that a process needs in addition to its memory: code, stacks,
// reserves of the runtime.
const beside = 6 << 30

// restrict sets the resource limits of this process: no written files, no core dumps, the processor
// time of all processors within the time limit, and an address space well above the memory limit.
func restrict(o *Order) {
	set := func(which int, n uint64) { unix.Setrlimit(which, &unix.Rlimit{Cur: n, Max: n}) }
	set(unix.RLIMIT_CORE, 0)
	set(unix.RLIMIT_FSIZE, 0)
	if o.Memory > 0 {
		set(unix.RLIMIT_AS, uint64(2*o.Memory+beside))
	}
	if o.Time > 0 {
		set(unix.RLIMIT_CPU, uint64(o.Time.Seconds()+2)*uint64(processors())+1)
	}
	unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
}

// separate puts a process into a process group of its own, and makes it end with its host.
func separate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// lower lowers the priority of a process, so that immediate answers come first.
func lower(pid int) { syscall.Setpriority(syscall.PRIO_PROCESS, pid, 10) }

// killed reports whether the system killed a process.
func killed(cmd *exec.Cmd) bool {
	st, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && st.Signaled() && (st.Signal() == syscall.SIGXCPU || st.Signal() == syscall.SIGKILL)
}

func processors() int { return runtime.NumCPU() }
