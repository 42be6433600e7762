// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// determinedFunctions change nothing, and their results follow from their arguments or have a small
// range. A result is approximated by any value. It is no input: for example, wcscmp(s, s) is always
// 0, and isatty(0) is 0 or 1.
var determinedFunctions = strings.Fields(`
	strcoll strverscmp strcasestr memmem memrchr rawmemchr strchrnul index rindex bcmp fnmatch a64l l64a
	btowc wctob mblen mbrlen mbsinit wcwidth wcswidth wctype wctrans iswctype towctrans towlower towupper
	iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit
	wcslen wcsnlen wcscmp wcsncmp wcscoll wcscasecmp wcsncasecmp wcschr wcsrchr wcsstr wcsspn wcscspn wcspbrk wmemchr wmemcmp
	ilogb ilogbf ilogbl llogb llogbf llogbl
	inet_addr inet_network gnu_dev_major gnu_dev_minor gnu_dev_makedev __bswap_16 __bswap_32 __bswap_64
	isatty getppid geteuid getuid getgid getegid getpagesize sysconf`)

func determinedModels() map[string]model { return sameModel(determinedFunctions, determined) }

// determined yields any value, which is no input.
func determined(b *builder, c *callSite) cfg.Expr {
	if b.result(c).Kind == cfg.Pointer {
		return anyPointer(b, c)
	}
	return parsed(b, c)
}

// A resultRange bounds the results of a function.
type resultRange struct {
	least int64
	most  int64 // ignored if less than least
}

// resultRanges are the ranges of functions whose results are inputs, by their names.
var resultRanges = func() map[string]resultRange {
	const above = -2
	z := map[string]resultRange{}
	for names, r := range map[string]resultRange{
		"getpid": {1, above},
		`stat fstat lstat gettimeofday clock_gettime clock_getres uname getrlimit setrlimit getrusage getsockname getpeername getsockopt setsockopt
		pipe pipe2 socketpair gethostname getdomainname sysinfo getitimer tcgetattr tcsetattr getentropy access unlink rmdir mkdir chdir chmod fchmod chown fchown fsync
		fdatasync ftruncate truncate symlink link listen bind connect shutdown setenv unsetenv fseek fseeko rename kill utime closedir fgetpos fsetpos
		sigemptyset sigfillset sigaddset sigdelset sigprocmask`: {-1, 0},
		`time clock open creat openat dup dup2 socket accept lseek ftell ftello fileno wait waitpid poll select readlink readlinkat
		pread pread64 pwrite recv recvfrom send sendto getrandom getgroups mktime`: {-1, above},
		"ungetc": {-1, 255},
	} {
		for _, name := range strings.Fields(names) {
			z[name] = r
		}
	}
	return z
}()

// bounded returns the result of a call of a library function, in its range.
func (b *builder) bounded(c *callSite, x cfg.Expr) cfg.Expr {
	r, ok := resultRanges[c.name]
	if !ok || x.Type().Kind != cfg.Int || !x.Type().Signed {
		return x
	}
	x = b.spill(x)
	b.emit(cfg.Assume{Cond: b.compare(cfg.Ge, x, b.constant(r.least, x.Type())), Check: true})
	if r.most >= r.least {
		b.emit(cfg.Assume{Cond: b.compare(cfg.Le, x, b.constant(r.most, x.Type())), Check: true})
	}
	return x
}

// compilerPrefixes begin the names of the functions that compilers define.
var compilerPrefixes = []string{"__builtin_", "__sync_", "__atomic_", "__c11_"}

// callCompiler calls a function of the compiler without model. It reports whether c is such a call.
// The function may change what a pointer among its arguments points to, so these calls are refused.
func (b *builder) callCompiler(c *callSite) (cfg.Expr, bool) {
	if !slices.ContainsFunc(compilerPrefixes, func(prefix string) bool { return strings.HasPrefix(c.name, prefix) }) {
		return nil, false
	}
	args := b.dropped(c)
	if slices.ContainsFunc(args, func(x cfg.Expr) bool { return !x.Type().IsScalar() || x.Type().Kind == cfg.Pointer }) {
		return b.refusedCall(c), true
	}
	return b.anyResult(c), true
}
