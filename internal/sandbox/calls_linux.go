// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// calls are the system calls that C programs need: the name; its numbers on amd64, on i386 and on
// arm64; and the condition on the arguments, by a name of [conditions].
const calls = `
read                      0    3   63
write                     1    4   64
readv                    19  145   65
writev                   20  146   66
pread64                  17  180   67
pwrite64                 18  181   68
open                      2    5    -
openat                  257  295   56
close                     3    6   57
creat                    85    8    -
lseek                     8   19   62
_llseek                   -  140    -
access                   21   33    -
faccessat               269  307   48
faccessat2              439  439  439
stat                      4  106    -
lstat                     6  107    -
fstat                     5  108   80
newfstatat              262    -   79
stat64                    -  195    -
lstat64                   -  196    -
fstat64                   -  197    -
fstatat64                 -  300    -
statx                   332  383  291
readlink                 89   85    -
readlinkat              267  305   78
getcwd                   79  183   17
getdents                 78  141    -
getdents64              217  220   61
chdir                    80   12   49
unlink                   87   10    -
unlinkat                263  301   35
rename                   82   38    -
renameat                264  302   38
renameat2               316  353  276
mkdir                    83   39    -
mkdirat                 258  296   34
rmdir                    84   40    -
ftruncate                77   93   46
ftruncate64               -  194    -
fsync                    74  118   82
umask                    95   60  166
dup                      32   41   23
dup2                     33   63    -
dup3                    292  330   24
pipe                     22   42    -
pipe2                   293  331   59
fcntl                    72   55   25  fcntl
fcntl64                   -  221    -  fcntl
ioctl                    16   54   29  tcgets
select                   23   82    -
_newselect                -  142    -
pselect6                270  308   72
pselect6_time64           -  413    -
poll                      7  168    -
ppoll                   271  309   73
ppoll_time64              -  414    -
brk                      12   45  214
mmap                      9   90  222
mmap2                     -  192    -
mprotect                 10  125  226
munmap                   11   91  215
mremap                   25  163  216
madvise                  28  219  233
rt_sigaction             13  174  134
rt_sigprocmask           14  175  135
rt_sigreturn             15  173  139
rt_sigpending           127  176  136
rt_sigsuspend           130  179  133
rt_sigtimedwait         128  177  137
rt_sigtimedwait_time64    -  421    -
sigaltstack             131  186  132
sigaction                 -   67    -
sigprocmask               -  126    -
sigreturn                 -  119    -
alarm                    37   27    -
setitimer                38  104  103
getitimer                36  105  102
pause                    34   29    -
kill                     62   37  129  self
tgkill                  234  270  131  self
nanosleep                35  162  101
clock_nanosleep         230  267  115
clock_nanosleep_time64    -  407    -
clock_gettime           228  265  113
clock_gettime64           -  403  403
clock_getres            229  266  114
clock_getres_time64       -  406    -
gettimeofday             96   78  169
time                    201   13    -
times                   100   43  153
restart_syscall         219    0  128
getpid                   39   20  172
getppid                 110   64  173
gettid                  186  224  178
getpgrp                 111   65    -
getuid                  102   24  174
geteuid                 107   49  175
getgid                  104   47  176
getegid                 108   50  177
getuid32                  -  199    -
geteuid32                 -  201    -
getgid32                  -  200    -
getegid32                 -  202    -
getrusage                98   77  165
getrlimit                97   76  163
ugetrlimit                -  191    -
prlimit64               302  340  261  own
sysinfo                  99  116  179
uname                    63  122  160
getrandom               318  355  278
getcpu                  309  318  168
sched_yield              24  158  124
sched_getaffinity       204  242  123
arch_prctl              158  384    -
set_thread_area         205  243    -
set_tid_address         218  258   96
set_robust_list         273  311   99
rseq                    334  386  293
futex                   202  240   98
futex_time64              -  422    -
wait4                    61  114  260
waitid                  247  284   95
waitpid                   -    7    -
execve                   59   11  221
exit                     60    1   93
exit_group              231  252   94
clone                    56  120  220  thread
`

// processCalls are those that start processes. On machines without fork, clone does it.
const processCalls = `
clone                    56  120  220  process
fork                     57    2    -
vfork                    58  190    -
`

// machines are the kinds of system calls that a processor makes, and their columns in the tables:
// amd64 runs programs of i386, too.
var machines = map[string][]struct {
	audit  uint32
	column int
}{
	"amd64": {{unix.AUDIT_ARCH_X86_64, 1}, {unix.AUDIT_ARCH_I386, 2}},
	"arm64": {{unix.AUDIT_ARCH_AARCH64, 3}},
}

// condition holds for a call if the bits of mask of an argument equal one of the values. The kernel
// reads only the lower 32 bits of these arguments.
type condition struct {
	argument int
	mask     uint32
	values   []uint32
}

const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// conditions returns the conditions for the process self.
func conditions(self uint32) map[string]condition {
	const all = ^uint32(0)
	return map[string]condition{
		"thread":  {0, namespaces | unix.CLONE_THREAD | unix.CLONE_PARENT, []uint32{unix.CLONE_THREAD}},
		"process": {0, namespaces | unix.CLONE_PARENT, []uint32{0}},
		"self":    {0, all, []uint32{self}},
		"own":     {0, all, []uint32{0, self}},
		"tcgets":  {1, all, []uint32{unix.TCGETS}},
		"fcntl":   {1, all, []uint32{unix.F_DUPFD, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_DUPFD_CLOEXEC}},
	}
}

// Available returns nil if commands can be confined on this machine, and otherwise the reason.
func Available() error {
	if _, err := landlockVersion(); err != nil {
		return err
	}
	if machines[runtime.GOARCH] == nil {
		return errors.New("the system calls of " + runtime.GOARCH + " are not known")
	}
	if _, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0); err != nil {
		return errors.New("the kernel has no seccomp")
	}
	return nil
}

// restrictCalls restricts this thread, and what it executes, to the system calls of the role. Other
// calls fail as on a kernel that does not have them, so that a library falls back on other calls.
func restrictCalls(r Role) error {
	filter, err := filterOf(runtime.GOARCH, r, uint32(os.Getpid()))
	if err != nil {
		return err
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	return nil
}

// Offsets in the data that a filter sees: struct seccomp_data of seccomp(2).
const (
	offsetCall      = 0
	offsetMachine   = 4
	offsetArguments = 16
)

// filterOf returns the filter of a role for the process self, in the language of BPF.
func filterOf(arch string, r Role, self uint32) ([]unix.SockFilter, error) {
	if machines[arch] == nil {
		return nil, errors.New("seccomp: the system calls of " + arch + " are not known")
	}
	lines := strings.Split(strings.TrimSpace(calls), "\n")
	if r != Program && r != Recorder {
		lines = append(strings.Split(strings.TrimSpace(processCalls), "\n"), lines...) // the first that matches counts
	}
	z := []unix.SockFilter{load(offsetMachine)}
	for _, m := range machines[arch] {
		body := []unix.SockFilter{load(offsetCall)}
		for _, line := range lines {
			f := strings.Fields(line)
			number, err := strconv.ParseUint(f[m.column], 10, 32)
			if err != nil {
				continue // the machine does not have it
			}
			then := []unix.SockFilter{answer(unix.SECCOMP_RET_ALLOW)}
			if len(f) > 4 {
				then = conditions(self)[f[4]].filter()
			}
			body = append(body, unless(uint32(number), len(then)))
			body = append(body, then...)
		}
		body = append(body, answer(unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS)))
		z = append(z, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: m.audit, Jt: 1},
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(body))})
		z = append(z, body...)
	}
	return append(z, answer(unix.SECCOMP_RET_KILL_PROCESS)), nil
}

// filter allows the call if the condition holds.
func (c condition) filter() []unix.SockFilter {
	z := []unix.SockFilter{load(uint32(offsetArguments + 8*c.argument)), {Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: c.mask}}
	for _, v := range c.values {
		z = append(z, unless(v, 1), answer(unix.SECCOMP_RET_ALLOW))
	}
	return append(z, answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)))
}

// load loads a word of the data. All machines are little-endian: the lower half of an argument
// comes first.
func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// unless skips n instructions unless the word loaded is v.
func unless(v uint32, n int) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: v, Jf: uint8(n)}
}

func answer(z uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: z}
}
