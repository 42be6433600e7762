// SPDX-License-Identifier: Apache-2.0

package child

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Command describes a command to run.
type Command struct {
	Args  []string // program and arguments, at least one; the program is looked up as exec.LookPath does
	Dir   string   // working directory, empty for that of the caller
	Env   []string // environment as in exec.Cmd, nil for that of the caller
	Stdin []byte   // standard input, empty for none
}

// Limits restrict a run. The zero value limits only the size of the output that is kept.
type Limits struct {
	Wall   time.Duration // elapsed time; 0: none
	CPU    time.Duration // user plus system time of the tree; 0: none
	Memory int64         // resident bytes of the tree; 0: none
	Tasks  int           // processes and threads of the tree at once; 0: none
	// Grace is the time between the request to stop (SIGTERM) and SIGKILL when time is up or the
	// context ends. 0 means 500 ms; negative means to kill at once. Too much memory and too many
	// tasks always kill at once.
	Grace time.Duration
	// Output is how many bytes of standard output are kept; 0 means 64 MiB. Later output is read
	// and dropped, and Outcome.Truncated is set.
	Output int64
}

// End is the reason why a run ended.
type End uint8

// The ends of a run. A run that ends by itself after exceeding a limit unnoticed counts as over
// that limit.
const (
	Exited     End = iota // by itself, with an exit code
	Signalled             // by a signal that did not come from here
	OverWall              // Limits.Wall passed
	OverCPU               // Limits.CPU passed
	OverMemory            // Limits.Memory passed
	OverTasks             // Limits.Tasks passed
)

var endNames = [...]string{"exited", "signalled", "over wall time", "over cpu time", "over memory", "over tasks"}

// String returns a short name, the one that MarshalText writes.
func (e End) String() string { return endNames[e] }

// MarshalText writes the name.
func (e End) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (e *End) UnmarshalText(text []byte) error {
	i := slices.Index(endNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("end of a run %q: expected one of %q", text, endNames)
	}
	*e = End(i)
	return nil
}

// Outcome is the result of a run. The caller owns it.
type Outcome struct {
	End       End
	ExitCode  int           // meaningful for Exited
	Signal    string        // name of the signal that ended the process, such as "SIGSEGV", or empty
	Stdout    []byte        // the first Limits.Output bytes
	Truncated bool          // there was more standard output than was kept
	Stderr    string        // first and last few KB
	Wall      time.Duration // from start to end of the process, grace included
	CPU       time.Duration // user plus system time of the tree
	Memory    int64         // peak resident bytes of the tree; 0 when it is not known
}

const (
	defaultGrace  = 500 * time.Millisecond
	defaultOutput = 64 << 20
	firstPoll     = 2 * time.Millisecond  // doubled after each sample, up to:
	lastPoll      = 50 * time.Millisecond // cost: some 100 µs a sample for a process with ten threads
	drainTime     = time.Second           // for output that escaped descendants still hold open
)

// Run starts the command and returns when it and its descendants are gone. Exceeding a limit is not
// an error. It fails if the command cannot be started, or with the cause of ctx if ctx ends first.
//
// Several goroutines may call Run at once; each call holds an operating-system thread.
func Run(ctx context.Context, c Command, l Limits) (Outcome, error) {
	if len(c.Args) == 0 {
		return Outcome{}, errors.New("child: empty command")
	}
	l.Grace = cmp.Or(l.Grace, defaultGrace)
	if l.Output <= 0 {
		l.Output = defaultOutput
	}
	if ctx.Err() != nil {
		return Outcome{}, context.Cause(ctx)
	}
	// The parent-death signal follows the thread that started the child, so the thread must stay.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	io, err := openStreams(c.Stdin, l.Output)
	if err != nil {
		return Outcome{}, fmt.Errorf("starting %s: %w", c.Args[0], err)
	}
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = io.childIn, io.childOut, io.childErr
	isolate(cmd)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		io.abandon()
		return Outcome{}, fmt.Errorf("starting %s: %w", c.Args[0], err)
	}
	io.begin(c.Stdin)
	w := watch{group: newGroup(cmd.Process), limits: l, start: start}
	stopped := w.untilExit(ctx)
	wall := time.Since(start)
	w.group.killRest()
	state, err := w.group.reap()
	out := Outcome{Wall: wall, End: w.end}
	io.finish(&out)
	if stopped {
		return Outcome{}, context.Cause(ctx)
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("waiting for %s: %w", c.Args[0], err)
	}
	w.conclude(state, &out)
	return out, nil
}

// watch follows one running group until its leader has exited.
type watch struct {
	group  *group
	limits Limits
	start  time.Time
	end    End   // Exited until a limit has passed
	used   usage // peaks over the samples so far
}

// usage is what a group uses at one moment, or the peak over some moments.
type usage struct {
	cpu    time.Duration
	memory int64
	tasks  int
}

func (u *usage) raise(v usage) {
	u.cpu = max(u.cpu, v.cpu)
	u.memory = max(u.memory, v.memory)
	u.tasks = max(u.tasks, v.tasks)
}

// untilExit polls until the leader has exited, and stops the group when a limit is exceeded or ctx
// ends. It reports whether ctx ended.
func (w *watch) untilExit(ctx context.Context) (cancelled bool) {
	exited := make(chan struct{})
	go func() {
		w.group.awaitExit()
		close(exited)
	}()
	deadline := (<-chan time.Time)(nil)
	if w.limits.Wall > 0 {
		t := time.NewTimer(w.limits.Wall - time.Since(w.start))
		defer t.Stop()
		deadline = t.C
	}
	w.used.raise(w.group.sample()) // else the shortest runs would have no sample at all
	pause := firstPoll
	poll := time.NewTimer(pause)
	defer poll.Stop()
	for {
		select {
		case <-exited:
			return false
		case <-ctx.Done():
			w.stop(exited, w.limits.Grace)
			return true
		case <-deadline:
			w.end = OverWall
			w.stop(exited, w.limits.Grace)
			return false
		case <-poll.C:
			w.used.raise(w.group.sample())
			if w.limits.Memory > 0 && w.used.memory > w.limits.Memory {
				w.end = OverMemory
				w.stop(exited, -1)
				return false
			}
			if w.limits.Tasks > 0 && w.used.tasks > w.limits.Tasks {
				w.end = OverTasks
				w.stop(exited, -1)
				return false
			}
			if w.limits.CPU > 0 && w.used.cpu > w.limits.CPU {
				w.end = OverCPU
				w.stop(exited, w.limits.Grace)
				return false
			}
			pause = min(2*pause, lastPoll)
			poll.Reset(pause)
		}
	}
}

// stop asks the group to end, waits for up to grace, then kills it, and returns when the leader is
// gone.
func (w *watch) stop(exited <-chan struct{}, grace time.Duration) {
	if grace > 0 {
		w.group.signal(syscall.SIGTERM)
		t := time.NewTimer(grace)
		defer t.Stop()
		select {
		case <-exited:
			return
		case <-t.C:
		}
	}
	w.group.signal(syscall.SIGKILL)
	<-exited
}

// conclude fills in how the leader ended and what was used, and applies the limits to the final
// figures.
func (w *watch) conclude(s *os.ProcessState, out *Outcome) {
	out.CPU = max(w.used.cpu, s.UserTime()+s.SystemTime())
	out.Memory = w.used.memory
	if peak := peakMemory(s); peak > ownPeak() {
		out.Memory = max(out.Memory, peak)
	}
	out.ExitCode, out.Signal = exitOf(s)
	if out.End != Exited {
		return
	}
	l := w.limits
	switch {
	case l.Memory > 0 && out.Memory > l.Memory:
		out.End = OverMemory
	case l.CPU > 0 && out.CPU > l.CPU:
		out.End = OverCPU
	case l.Wall > 0 && out.Wall > l.Wall:
		out.End = OverWall
	case out.Signal != "":
		out.End = Signalled
	}
}
