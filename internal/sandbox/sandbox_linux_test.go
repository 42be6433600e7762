// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"cornet/internal/child"
	"cornet/internal/test/need"
)

// compiler is gcc. The tests confine its programs.
func compiler(t *testing.T) string {
	t.Helper()
	gcc := need.Of(t, "gcc")
	need.Found(t, "sandbox", Available())
	return gcc
}

// compile makes the program "a" in a folder of its own, in the compiler's box.
func compile(t *testing.T, text string, flags ...string) (dir string, out child.Outcome) {
	t.Helper()
	gcc := compiler(t)
	// t.TempDir contains the test's name, which may not be suitable for a file
	dir, err := os.MkdirTemp("", "sandbox-test-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.c"), []byte(text), 0o600))
	box := Box{Role: Compiler, Dir: dir, Read: Parts(gcc), Time: 30 * time.Second}
	out, err = box.Run(t.Context(), append([]string{gcc, "-w", "-o", "a", "a.c", "-lpthread"}, flags...)...)
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(dir, "a")); err == nil {
		require.NoError(t, os.Chmod(filepath.Join(dir, "a"), 0o755))
	}
	return dir, out
}

// headers of the attempts, and their common part: done reports that an attempt has succeeded.
const headers = `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <sys/wait.h>
#include <unistd.h>
#define done(c) do { if (c) _exit(42); } while (0)
static void *nap(void *p) { for (;;) sleep(60); }
int main(int argc, char **argv) {
`

// TestProgram has the attempts of hostile programs. OUTSIDE is a folder outside the sandbox, with a
// file "secret" that everybody may read and write. PORT is where a TCP and a UDP server listen,
// @NAME is an abstract socket, and VICTIM is a process of the same user. Without a sandbox, all of
// them but the last six succeed.
func TestProgram(t *testing.T) {
	t.Parallel()
	compiler(t)
	outside, err := os.MkdirTemp("", "sandbox-outside-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(outside) })
	require.NoError(t, os.Chmod(outside, 0o777))
	secret := filepath.Join(outside, "secret")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o666))
	require.NoError(t, os.Chmod(secret, 0o666))
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { tcp.Close() })
	victim := exec.Command("sleep", "60")
	require.NoError(t, victim.Start())
	t.Cleanup(func() { victim.Process.Kill(); victim.Wait() })
	fill := strings.NewReplacer("OUTSIDE", outside, "BASE", filepath.Base(outside), "VICTIM", strconv.Itoa(victim.Process.Pid),
		"PORT", strconv.Itoa(tcp.Addr().(*net.TCPAddr).Port))

	var attempts []string
	var cases strings.Builder
	for _, tc := range []struct{ name, body string }{
		{"read a file outside", `done(open("OUTSIDE/secret", O_RDONLY) >= 0);`},
		{"read a file outside by a relative name", `done(open("../BASE/secret", O_RDONLY) >= 0); chdir("OUTSIDE"); done(open("secret", O_RDONLY) >= 0);`},
		{"list a folder outside", `done(open("OUTSIDE", O_RDONLY|O_DIRECTORY) >= 0);`},
		{"read accounts", `done(open("/etc/passwd", O_RDONLY) >= 0 || open("/etc/shadow", O_RDONLY) >= 0);`},
		{"read the environment of others", `done(open("/proc/VICTIM/environ", O_RDONLY) >= 0 || open("/proc/self/environ", O_RDONLY) >= 0);`},
		{"find something in the environment", `done(getenv("HOME") || getenv("USER") || getenv("CORNET_SECRET"));`},
		{"find an open file", `for (int i = 3; i < 256; i++) done(fcntl(i, F_GETFD) >= 0);`},
		{"write a file outside", `done(open("OUTSIDE/secret", O_WRONLY) >= 0);`},
		{"cut a file outside", `done(truncate("OUTSIDE/secret", 0) == 0);`},
		{"make a file outside", `done(open("OUTSIDE/new", O_WRONLY|O_CREAT, 0600) >= 0);`},
		{"make a file in the temporary folder", `done(open("/tmp/new", O_WRONLY|O_CREAT, 0600) >= 0 || open("/dev/shm/new", O_WRONLY|O_CREAT, 0600) >= 0);`},
		{"make a file of its own", `done(open("new", O_WRONLY|O_CREAT, 0600) >= 0 || open("a.c", O_WRONLY) >= 0);`},
		{"remove a file outside", `done(unlink("OUTSIDE/secret") == 0 || rename("OUTSIDE/secret", "OUTSIDE/moved") == 0);`},
		{"link to a file outside", `done(link("OUTSIDE/secret", "mine") == 0 || symlink("OUTSIDE/secret", "mine") == 0);`},
		{"change the mode of a file outside", `done(chmod("OUTSIDE/secret", 0) == 0 || chown("OUTSIDE/secret", 1, 1) == 0);`},
		{"change the times of a file outside", `done(utimensat(AT_FDCWD, "OUTSIDE/secret", 0, 0) == 0);`},
		{"open a TCP socket", `done(socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_INET6, SOCK_STREAM, 0) >= 0);`},
		{"open a UDP socket", `done(socket(AF_INET, SOCK_DGRAM, 0) >= 0);`},
		{"open a Unix socket", `int p[2]; done(socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, p) == 0);`},
		{"open a raw or netlink socket", `done(socket(AF_INET, SOCK_RAW, 1) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0);`},
		{"connect", `struct sockaddr_in a = {AF_INET, htons(PORT), {htonl(INADDR_LOOPBACK)}}; int s = socket(AF_INET, SOCK_STREAM, 0); done(connect(s, (void *)&a, sizeof a) == 0);`},
		{"start a process", `done(fork() >= 0 || vfork() >= 0 || system("true") == 0);`},
		{"start a process by other calls", `done(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0 || syscall(435, (long[11]){0}, 88) >= 0);`},
		{"execute another program", `execl("/bin/true", "true", (char *)0); execl("/bin/sh", "sh", "-c", "exit 42", (char *)0);`},
		{"fork without end", `for (int i = 0; i < 100000; i++) done(fork() >= 0);`},
		{"leave the session", `done(setsid() >= 0 || setpgid(0, 0) == 0 || daemon(0, 0) == 0);`},
		{"kill others", `done(kill(VICTIM, 0) == 0 || kill(-1, 0) == 0 || kill(getppid(), 0) == 0 || kill(0, 0) == 0 || syscall(SYS_tkill, VICTIM, 0) == 0);`},
		{"trace others", `done(ptrace(PTRACE_ATTACH, VICTIM, 0, 0) == 0 || ptrace(PTRACE_TRACEME, 0, 0, 0) == 0);`},
		{"look into others", `char b[8]; done(syscall(SYS_process_vm_readv, VICTIM, 0, 0, 0, 0, 0) >= 0 || syscall(SYS_kcmp, getpid(), VICTIM, 0, 0, 0) >= 0);`},
		{"new namespaces", `done(syscall(SYS_unshare, 0x10000000) == 0 || syscall(SYS_setns, 0, 0) == 0);`},
		{"mount", `done(syscall(SYS_mount, "none", ".", "tmpfs", 0, 0) == 0 || syscall(SYS_chroot, ".") == 0);`},
		{"keys, programs in the kernel, asynchronous calls", `char b[256] = {0}; done(syscall(SYS_keyctl, 0, -3, 1) >= 0 || syscall(SYS_bpf, 0, b, 64) >= 0 || syscall(425, 8, b) >= 0 || syscall(SYS_memfd_create, "m", 0) >= 0);`},
		{"performance events, faults of its own", `char b[256] = {0}; done(syscall(SYS_perf_event_open, b, 0, -1, -1, 0) >= 0 || syscall(SYS_userfaultfd, 0) >= 0);`},
		{"shared memory and queues", `done(syscall(SYS_shmget, 0, 4096, 01600) >= 0 || syscall(SYS_mq_open, "/q", O_CREAT|O_RDWR, 0600, 0) >= 0);`},
		{"raise a limit", `struct rlimit r = {RLIM_INFINITY, RLIM_INFINITY}; done(setrlimit(RLIMIT_CPU, &r) == 0 || setrlimit(RLIMIT_NPROC, &r) == 0 || setpriority(PRIO_PROCESS, 0, -5) == 0);`},
		{"become root again", `done(setuid(0) == 0 || setgid(0) == 0 || seteuid(0) == 0);`},
		{"be root", `done(getuid() == 0 || geteuid() == 0);`},
		{"type at the terminal", `char c = 'x'; done(syscall(SYS_ioctl, 0, 0x5412, &c) == 0 || open("/dev/tty", O_RDWR) >= 0);`},
		{"allocate without end", `for (size_t n = 0; ; n += 1 << 24) { char *p = malloc(1 << 24); if (!p) _exit(1); memset(p, 1, 1 << 24); done(n > (3ul << 30)); }`},
		{"start threads without end", `pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 16384); pthread_t t; for (int i = 0; i < 5000; i++) if (pthread_create(&t, &a, nap, 0)) _exit(1); done(1);`},
		{"fill the disk", `FILE *f = fopen("big", "w"); char b[1 << 16] = {0}; if (!f) _exit(1); while (fwrite(b, sizeof b, 1, f) == 1 && ftell(f) < 1 << 30); done(1);`},
		{"outlive the limit of time", `signal(SIGTERM, SIG_IGN); signal(SIGXCPU, SIG_IGN); sleep(20); done(1);`},
		{"outlive the limit of time at work", `signal(SIGXCPU, SIG_IGN); for (volatile long i = 0; i < 1l << 40; i++); done(1);`},
		{"dump core", `struct rlimit r; getrlimit(RLIMIT_CORE, &r); done(r.rlim_max > 1);`},
	} {
		attempts = append(attempts, tc.name)
		fmt.Fprintf(&cases, "case %d: { %s } break;\n", len(attempts), fill.Replace(tc.body))
	}
	dir, out := compile(t, headers+"switch (argc) {\n"+cases.String()+"}\nreturn 1; }\n")
	require.Zero(t, out.ExitCode, out.Stderr)
	require.NoError(t, os.Chmod(dir, 0o755)) // several boxes share it
	users, _ := os.ReadFile("/proc/self/uid_map")
	for i, name := range attempts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if f := strings.Fields(string(users)); name == "be root" && len(f) > 2 && len(f[2]) < 5 {
				t.Skip("root of a user namespace that has no other users remains")
			}
			start := time.Now()
			args := append([]string{"./a"}, make([]string, i)...) // the program counts them
			out, err := Box{Dir: dir, Time: time.Second}.Run(t.Context(), args...)
			require.NoError(t, err)
			require.NotEqual(t, 42, out.ExitCode, "the attempt succeeded")
			require.NotEqual(t, "SIGSYS", out.Signal, "calls fail, they do not kill")
			require.Less(t, time.Since(start), 15*time.Second)
		})
	}
}

// TestProgramRuns checks that ordinary programs still work. They exit with 42, or with the signal.
func TestProgramRuns(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, body, signal string }{
		{"print and allocate", `char *p = malloc(1 << 25); memset(p, 1, 1 << 25); printf("%d\n", p[5]); fflush(stdout); done(1);`, ""},
		{"threads", `pthread_t t; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); done(pthread_create(&t, 0, nap, 0) == 0);`, ""},
		{"read its own file", `done(fopen("a.c", "r") != 0);`, ""},
		{"clock and sleep", `struct timespec s; clock_gettime(CLOCK_REALTIME, &s); usleep(10); done(s.tv_sec > 0);`, ""},
		{"a signal handler", `signal(SIGUSR1, _exit); raise(SIGUSR1);`, ""},
		{"abort", `abort();`, "SIGABRT"},
		{"a null pointer", `*(volatile int *)0 = 1;`, "SIGSEGV"},
	} {
		for _, width := range []string{"-m64", "-m32"} {
			t.Run(tc.name+" "+width, func(t *testing.T) {
				t.Parallel()
				if runtime.GOARCH != "amd64" {
					t.Skip("run on amd64 to have programs of two widths")
				}
				need.Of(t, "gcc "+width)
				dir, out := compile(t, headers+tc.body+"\nreturn 1; }\n", width)
				require.Zero(t, out.ExitCode, out.Stderr)
				out, err := Box{Dir: dir, Time: 10 * time.Second}.Run(t.Context(), "./a")
				require.NoError(t, err)
				require.Equal(t, tc.signal, out.Signal)
				if tc.signal == "" && tc.name != "a signal handler" {
					require.Equal(t, 42, out.ExitCode, out.Stderr)
				}
			})
		}
	}
}

// TestNarrow makes the attempts whose system calls have other numbers with 32 bits.
func TestNarrow(t *testing.T) {
	t.Parallel()
	need.Of(t, "gcc -m32")
	for _, body := range []string{
		`done(socket(AF_INET, SOCK_DGRAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0);`,
		`done(fork() >= 0 || vfork() >= 0);`,
		`done(kill(getppid(), 0) == 0 || setsid() >= 0 || chmod("a.c", 0) == 0);`,
		`done(syscall(102, 1, (int[]){2, 1, 0}) >= 0 || syscall(117, 23, 0, 4096, 01600) >= 0);`, // socketcall, ipc
		`done(open("/etc/passwd", O_RDONLY) >= 0);`,
	} {
		dir, out := compile(t, headers+body+"\nreturn 1; }\n", "-m32")
		require.Zero(t, out.ExitCode, out.Stderr)
		out, err := Box{Dir: dir, Time: 5 * time.Second}.Run(t.Context(), "./a")
		require.NoError(t, err)
		require.Equal(t, 1, out.ExitCode, body)
	}
}

// TestCompiler has texts that must not compile, since they read files outside.
func TestCompiler(t *testing.T) {
	t.Parallel()
	compiler(t)
	outside, err := os.MkdirTemp("", "sandbox-outside-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(outside) })
	require.NoError(t, os.Chmod(outside, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret.h"), []byte("int secret;\n"), 0o644))
	for _, tc := range []struct{ text, why string }{
		{"#include \"/etc/passwd\"\nint main(void) { return 0; }", "Permission denied"},
		{"#include \"/proc/self/environ\"\nint main(void) { return 0; }", "Permission denied"},
		{"#include \"OUTSIDE/secret.h\"\nint main(void) { return 0; }", "Permission denied"},
		{"#include \"../BASE/secret.h\"\nint main(void) { return 0; }", "Permission denied"},
		{"__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint main(void) { return 0; }", "not found|Permission denied|can't open"},
		{"__asm__(\".include \\\"OUTSIDE/secret.h\\\"\");\nint main(void) { return 0; }", "not found|Permission denied|can't open"},
		{"const char s[] = {\n#embed \"/etc/passwd\"\n};\nint main(void) { return 0; }", "#embed|Permission denied"},
		{"#if __has_include(\"OUTSIDE/secret.h\") && !__has_include(\"/no/such\")\n#include \"OUTSIDE/secret.h\"\n#endif\nint main(void) { return secret; }", "Permission denied|undeclared"},
		{"char a[1000000000][1000] = {1};\nint main(void) { return a[0][0]; }", ""},
	} {
		_, out := compile(t, strings.NewReplacer("OUTSIDE", outside, "BASE", filepath.Base(outside)).Replace(tc.text))
		require.NotZero(t, out.ExitCode+len(out.Signal), tc.text)
		require.Regexp(t, tc.why, out.Stderr, tc.text)
		require.NotContains(t, out.Stderr, "root:")
	}
	// Files that the caller names may be read.
	dir, _ := compile(t, "int main(void) { return 0; }")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.c"), []byte("#include <secret.h>\nint main(void) { return secret; }"), 0o644))
	gcc := compiler(t)
	out, err := Box{Role: Compiler, Dir: dir, Read: append(Parts(gcc), outside), Time: time.Minute}.Run(t.Context(), gcc, "-I", outside, "-o", "b", "b.c")
	require.NoError(t, err)
	require.Zero(t, out.ExitCode, out.Stderr)
}

// TestTree: commands in the compiler's role fork without end and leave descendants behind.
// Afterwards, all are gone.
func TestTree(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"fork without end":   `for (;;) fork();`,
		"orphans":            `for (int i = 0; i < 20; i++) if (fork() == 0) { if (fork() == 0) nap(0); _exit(0); } _exit(1);`,
		"orphan in own way":  `if (fork() == 0) { setsid(); setpgid(0, 0); if (fork() == 0) nap(0); _exit(0); } _exit(1);`,
		"deaf to signals":    `for (int i = 1; i < 65; i++) signal(i, SIG_IGN); fork(); nap(0);`,
		"kill what is there": `done(kill(-1, 0) == 0); _exit(1);`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, out := compile(t, headers+body+"\nreturn 1; }\n")
			require.Zero(t, out.ExitCode, out.Stderr)
			mark := filepath.Join(dir, "replayed-"+strconv.Itoa(os.Getpid()))
			require.NoError(t, os.Rename(filepath.Join(dir, "a"), mark))
			out, err := Box{Role: Compiler, Dir: dir, Time: time.Second}.Run(t.Context(), "./"+filepath.Base(mark))
			require.NoError(t, err)
			require.NotEqual(t, 42, out.ExitCode)
			require.Eventually(t, func() bool { return len(running(mark)) == 0 }, 5*time.Second, 10*time.Millisecond, "processes live on")
		})
	}
}

// running returns the processes that run an executable.
func running(path string) (z []string) {
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, l := range links {
		if to, err := os.Readlink(l); err == nil && to == path {
			z = append(z, l)
		}
	}
	return z
}

func TestRunFails(t *testing.T) {
	compiler(t)
	dir := t.TempDir()
	_, err := Box{Dir: dir, Time: time.Second}.Run(t.Context(), "./missing")
	require.ErrorContains(t, err, "no such file")
	_, err = Box{Dir: dir, Time: time.Second}.Run(t.Context())
	require.ErrorContains(t, err, "no command")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = Box{Dir: dir, Time: time.Second}.Run(ctx, "./missing")
	require.ErrorIs(t, err, context.Canceled)
}

// On every machine, the kernel accepts the filter: jumps stay within it, and it ends.
func TestFilters(t *testing.T) {
	for arch := range machines {
		for _, r := range []Role{Program, Compiler, Forker} {
			z, err := filterOf(arch, r, 7)
			require.NoError(t, err)
			require.Less(t, len(z), 4096)
			for i, x := range z {
				if x.Code&7 == 5 { // a jump
					require.Less(t, i+1+int(max(x.Jt, x.Jf))+int(x.K)*b2i(x.Code == 5), len(z), fmt.Sprint(arch, i))
				}
			}
		}
	}
	_, err := filterOf("mips", Program, 7)
	require.ErrorContains(t, err, "mips")
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The Landlock version that a kernel reports, and the features that follow from it.
func TestLandlockDetection(t *testing.T) {
	for _, tc := range []struct {
		version int
		err     error
		why     string
	}{
		{0, unix.ENOSYS, "the kernel has no Landlock"},
		{0, unix.EOPNOTSUPP, "landlock is switched off"},
		{0, unix.EPERM, "operation not permitted"},
		{0, nil, "the version 0"},
		{1, nil, ""},
		{99, nil, ""},
	} {
		err := judged(tc.version, tc.err)
		if tc.why == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, tc.why)
	}
}
