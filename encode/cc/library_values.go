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

func determinedModels() map[string]model {
	m := map[string]model{}
	for _, name := range determinedFunctions {
		m[name] = determined
	}
	return m
}

// determined yields any value, which is no input.
func determined(b *builder, c *callSite) cfg.Expr {
	if b.result(c).Kind == cfg.Pointer {
		return anyPointer(b, c)
	}
	return parsed(b, c)
}

// processNumber yields any positive number.
func processNumber(b *builder, c *callSite) cfg.Expr {
	b.dropped(c)
	x := b.spill(b.indeterminate(c))
	b.emit(cfg.Assume{Cond: b.compare(cfg.Gt, x, b.constant(0, x.Type()))})
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
		b.unsupported(unsupported(b.pos(c.n), "function "+c.name))
		return b.indeterminate(c), true
	}
	return b.anyResult(c), true
}
