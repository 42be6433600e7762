// SPDX-License-Identifier: Apache-2.0

package child

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// group is the process tree below one leader: its session, and all descendants that were ever seen.
// Invariant: every entry of seen was a descendant of the leader or in its session when it was
// entered, and names a process by number and start time, so that a number used again is not
// mistaken for it.
type group struct {
	process *os.Process
	leader  int            // number of process
	seen    map[int]uint64 // process → start time in clock ticks
	proc    procfs
}

// isolate makes the command the leader of a new session, and thereby of a new process group,
// without a controlling terminal: an interrupt typed at the terminal reaches the harness alone. It
// dies with us.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

func newGroup(p *os.Process) *group {
	return &group{process: p, leader: p.Pid, seen: map[int]uint64{}}
}

// awaitExit returns when the leader has exited. The leader stays a zombie until it is waited for,
// so its number cannot be given to another process, and killRest cannot hit a stranger.
func (g *group) awaitExit() {
	for {
		err := unix.Waitid(unix.P_PID, g.leader, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// reap waits for the leader, which must have exited.
func (g *group) reap() (*os.ProcessState, error) { return g.process.Wait() }

// sample walks the tree from the leader, and from processes that have lost their parent since they
// were seen, and adds up what it uses.
func (g *group) sample() usage {
	var u usage
	visited := map[int]bool{}
	queue := []int{g.leader}
	for pid := range g.seen {
		queue = append(queue, pid)
	}
	for len(queue) > 0 {
		pid := queue[0]
		queue = queue[1:]
		if visited[pid] {
			continue
		}
		visited[pid] = true
		s, ok := g.proc.stat(pid)
		born, known := g.seen[pid]
		if !ok || known && s.born != born {
			delete(g.seen, pid)
			continue
		}
		g.seen[pid] = s.born
		u.cpu += s.cpu
		u.memory += s.resident
		u.tasks += s.tasks
		queue = g.proc.children(pid, queue)
	}
	return u
}

// members returns the live processes of the group without its leader, by the tree and by the
// session.
func (g *group) members() []int {
	g.sample()
	for _, s := range g.proc.all() {
		if s.session == g.leader {
			g.seen[s.pid] = s.born
		}
	}
	var out []int
	for pid, born := range g.seen {
		if s, ok := g.proc.stat(pid); ok && s.born == born && s.state != 'Z' && pid != g.leader {
			out = append(out, pid)
		}
	}
	return out
}

// signal sends sig to the leader's process group and to all members outside it.
func (g *group) signal(sig syscall.Signal) {
	members := g.members()
	syscall.Kill(-g.leader, sig)
	for _, pid := range members {
		if pgid, err := syscall.Getpgid(pid); err == nil && pgid != g.leader {
			syscall.Kill(pid, sig)
		}
	}
}

// killRest kills what is left after the leader has exited: the process group at once, since the
// system call misses no process that is being forked, and then members outside the group, which are
// listed. It lists again until there are none, because a process may have forked between the look
// and the signal; some rounds are enough for anything but a fork bomb.
func (g *group) killRest() {
	for range 50 {
		syscall.Kill(-g.leader, syscall.SIGKILL)
		members := g.members()
		if len(members) == 0 {
			return
		}
		for _, pid := range members {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
}

// maxrssUnit returns the unit of Maxrss in bytes.
func maxrssUnit() int64 { return 1024 }
