// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math"
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

// A resultRange bounds the results of a function. Results below 0 say that it has failed.
type resultRange struct {
	least, most int64
	below       bool // most, or the argument, is above all results but 0
	real        bool // results are real numbers
	// of is the argument, from 1, that replaces most, or 0. flags is an argument that must be the
	// constant 0 for that, or 0.
	of, flags int
}

// resultRanges are the ranges of functions whose results are inputs, by their names.
var resultRanges = func() map[string]resultRange {
	const any = math.MaxInt64
	z := map[string]resultRange{}
	for names, r := range map[string]resultRange{
		"getpid": {least: 1, most: any},
		`stat fstat lstat gettimeofday clock_gettime clock_getres uname getrlimit setrlimit getrusage getsockname getpeername getsockopt setsockopt
		pipe pipe2 socketpair gethostname getdomainname sysinfo getitimer tcgetattr tcsetattr getentropy access unlink rmdir mkdir chdir chmod fchmod chown fchown fsync
		fdatasync ftruncate truncate symlink link listen bind connect shutdown setenv unsetenv fseek fseeko rename kill utime closedir fgetpos fsetpos
		sigemptyset sigfillset sigaddset sigdelset sigprocmask`: {least: -1},
		"time clock open creat openat dup dup2 socket accept lseek ftell ftello fileno wait waitpid select getgroups mktime": {least: -1, most: any},
		"poll getrandom":                      {least: -1, of: 2},
		"pread pread64 pwrite write readlink": {least: -1, of: 3},
		"recv recvfrom send sendto":           {least: -1, of: 3, flags: 4},
		"readlinkat":                          {least: -1, of: 4},
		"fwrite":                              {of: 3},
		"strftime":                            {of: 2, below: true},
		"ungetc fputc putc putchar":           {least: -1, most: 255},
		"drand48 erand48":                     {most: 1, below: true, real: true},
		"lrand48 nrand48":                     {most: math.MaxInt32},
		"mrand48 jrand48":                     {least: math.MinInt32, most: math.MaxInt32},
	} {
		for _, name := range strings.Fields(names) {
			z[name] = r
		}
	}
	return z
}()

// isBounded reports whether the bound by an argument applies to a call.
func (r resultRange) isBounded(c *callSite) bool {
	if r.of == 0 || r.of > len(c.values) {
		return false
	}
	if r.flags == 0 || r.flags > len(c.values) {
		return true
	}
	k, ok := cfg.Fold(c.values[r.flags-1], nil)
	return ok && k.Sign() == 0
}

// evaluate evaluates the arguments of a call before its model does, and keeps their values.
func (b *builder) evaluate(c *callSite) {
	c.values = b.arguments(c)
	for i, x := range c.values {
		if x.Type().IsScalar() && !isLiteral(x) && !stable(x) {
			c.values[i] = b.spill(x)
		}
	}
}

// bounded returns the result of a call of a library function, in its range.
func (b *builder) bounded(c *callSite, x cfg.Expr) cfg.Expr {
	r, ok := resultRanges[c.name]
	if !ok {
		return x
	}
	t := x.Type()
	if t.Kind != cfg.Int && t.Kind != cfg.Float || (t.Kind == cfg.Float) != r.real {
		return x
	}
	x = b.spill(x)
	widest := &cfg.Type{Kind: cfg.Int, Width: 64, Signed: true, Size: 8, Align: 8}
	number := func(n int64) cfg.Expr { return b.convert(b.constant(n, widest), t) }
	require := func(op cfg.BinaryOp, bound cfg.Expr) {
		cond := b.compare(op, x, bound)
		switch {
		case r.least < 0 && r.of > 0: // converted to the type of the argument, -1 may be large
			cond = cfg.Cond{If: b.compare(cfg.Lt, x, number(0)), Then: b.constant(1, cond.Type()), Else: cond}
		case r.below && r.of > 0:
			cond = cfg.Cond{If: x, Then: cond, Else: b.constant(1, cond.Type())}
		}
		b.emit(cfg.Assume{Cond: cond, Check: true})
	}
	if t.Kind == cfg.Float || t.Signed {
		b.emit(cfg.Assume{Cond: b.compare(cfg.Ge, x, number(r.least)), Check: true})
	}
	most := cfg.Le
	if r.below {
		most = cfg.Lt
	}
	switch {
	case r.isBounded(c):
		require(most, c.values[r.of-1])
	case r.of == 0 && r.most < math.MaxInt64:
		require(most, number(r.most))
	}
	return x
}

// fillsTimes are functions that store times if they return 0.
var fillsTimes = strings.Fields("gettimeofday clock_gettime clock_getres stat fstat lstat getrusage getitimer")

// timeRanges are the ranges of members that count parts of a second, from 0.
var timeRanges = map[string]int64{"tv_usec": 999_999, "tv_nsec": 999_999_999}

// timed bounds the times that a call has stored, if its result x is 0.
func (b *builder) timed(c *callSite, x cfg.Expr) cfg.Expr {
	if !slices.Contains(fillsTimes, c.name) {
		return x
	}
	ok := b.imprecise(b.types.bool(), c.name+" may fail")
	switch {
	case c.name == "gettimeofday": // it does not fail
		ok = b.constant(1, b.types.int())
	case x.Type().Kind == cfg.Int:
		x = b.spill(x)
		ok = b.compare(cfg.Eq, x, b.constant(0, x.Type()))
	}
	stored, after := b.node(), b.node()
	b.branch(b.spill(ok), stored, after)
	b.cur = stored
	for _, p := range c.values {
		if t := p.Type(); t.Kind == cfg.Pointer && t.Elem.Kind == cfg.Struct {
			b.whereSome(p, true, func() { b.inTimeRanges(b.deref(c.n, p)) })
		}
	}
	b.label(after)
	return x
}

// inTimeRanges assumes that the members of l, a struct, that count parts of a second are in range.
func (b *builder) inTimeRanges(l cfg.Place) {
	for i, f := range l.Type().Fields {
		member := cfg.FieldPlace{In: l, Index: i}
		if most, ok := timeRanges[f.Name]; ok && f.Type.Kind == cfg.Int {
			x := b.spill(cfg.Load{From: member})
			b.emit(cfg.Assume{Cond: b.compare(cfg.Ge, x, b.constant(0, f.Type)), Check: true})
			b.emit(cfg.Assume{Cond: b.compare(cfg.Le, x, b.constant(most, f.Type)), Check: true})
		} else if f.Type.Kind == cfg.Struct {
			b.inTimeRanges(member)
		}
	}
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
