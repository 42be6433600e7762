// SPDX-License-Identifier: Apache-2.0

package child

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// procfs reads the few fields of /proc that the watch needs. It keeps no state; the type gathers
// the functions under one name.
type procfs struct{}

// procStat is one line of /proc/PID/stat, see proc_pid_stat(5).
type procStat struct {
	pid      int
	state    byte // 'R', 'S', 'Z', ...
	parent   int
	session  int
	cpu      time.Duration // own and waited-for children's user and system time
	tasks    int           // threads
	born     uint64        // start time in clock ticks since boot
	resident int64         // bytes
}

// tick is the unit of times in /proc: USER_HZ is 100 on every architecture that Linux and Go share.
const tick = 10 * time.Millisecond

var pageSize = int64(os.Getpagesize())

// stat reads the state of one process. It reports false when there is no such process.
func (procfs) stat(pid int) (procStat, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	return parseStat(pid, text)
}

// parseStat reads a line of /proc/PID/stat. The command's name, in parentheses, may hold anything,
// also parentheses and spaces, so the fields are counted from the last closing one.
func parseStat(pid int, text []byte) (procStat, bool) {
	i := bytes.LastIndexByte(text, ')')
	if i < 0 {
		return procStat{}, false
	}
	f := bytes.Fields(text[i+1:])
	// f[k] is field k+3 of the manual page.
	if len(f) < 22 || len(f[0]) != 1 {
		return procStat{}, false
	}
	num := func(k int) uint64 {
		n, _ := strconv.ParseUint(string(f[k]), 10, 64)
		return n
	}
	return procStat{
		pid:      pid,
		state:    f[0][0],
		parent:   int(num(1)),
		session:  int(num(3)),
		cpu:      time.Duration(num(11)+num(12)+num(13)+num(14)) * tick,
		tasks:    int(num(17)),
		born:     num(19),
		resident: int64(num(21)) * pageSize,
	}, true
}

// children appends the numbers of the process's children to list. Kernels without
// CONFIG_PROC_CHILDREN have no such file; there all processes are looked through.
func (p procfs) children(pid int, list []int) []int {
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	tasks, err := os.ReadDir(dir)
	if err != nil {
		return list
	}
	for _, t := range tasks {
		text, err := os.ReadFile(dir + "/" + t.Name() + "/children")
		if err != nil {
			if t.Name() == strconv.Itoa(pid) { // the main thread cannot be gone while the process is not
				return p.childrenByScan(pid, list)
			}
			continue
		}
		for _, f := range bytes.Fields(text) {
			if n, err := strconv.Atoi(string(f)); err == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

func (p procfs) childrenByScan(pid int, list []int) []int {
	for _, s := range p.all() {
		if s.parent == pid {
			list = append(list, s.pid)
		}
	}
	return list
}

// all returns every process, in the order of the directory. Some 10 µs for each.
func (p procfs) all() []procStat {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	var out []procStat
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if s, ok := p.stat(pid); ok {
				out = append(out, s)
			}
		}
	}
	return out
}
