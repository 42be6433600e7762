// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// CompilerOption translates the first of some options of gcc or clang into options of Cornet. It
// returns the number of arguments that it has used. An option that does not change the meaning of a
// program translates to nothing. The error wraps [errors.ErrUnsupported] if the option is neither
// modelled nor known to be harmless.
func CompilerOption(args []string) (own []string, n int, err error) {
	flag := args[0]
	for _, row := range valuedOptions {
		value, ok := strings.CutPrefix(flag, row.flag)
		if !ok || row.apart && value != "" {
			continue
		}
		n = 1
		if value == "" && !strings.HasSuffix(row.flag, "=") {
			if n = 2; len(args) < n {
				return nil, 1, fmt.Errorf("compiler option %s: a value is expected", flag)
			}
			value = args[1]
		}
		if row.refused != nil && row.refused.MatchString(value) {
			return nil, n, unknownOption(flag + " " + value)
		}
		if row.own != "" {
			own = []string{row.own + value}
		}
		return own, n, nil
	}
	for _, row := range plainOptions {
		if row.flags.MatchString(flag) {
			return row.own, 1, nil
		}
	}
	return nil, 1, unknownOption(flag)
}

func unknownOption(flag string) error {
	return fmt.Errorf("compiler option %s: %w: it is neither modelled nor known to leave the meaning of a program as it is", flag, errors.ErrUnsupported)
}

// valuedOptions are options with a value. The value is in the same argument or, unless the option
// ends with =, in the next one. An option comes before its prefixes.
var valuedOptions = []struct {
	flag    string
	own     string         // prefix of the value in our option; "" for nothing
	apart   bool           // the value is in the next argument
	refused *regexp.Regexp // values that are not supported; nil for none
}{
	{flag: "-isystem", own: "--isystem="},
	{flag: "-idirafter", own: "--isystem="},
	{flag: "-iquote", own: "--iquote="},
	{flag: "-include", own: "--include-file=", apart: true},
	{flag: "-I", own: "--include="},
	{flag: "-D", own: "--define="},
	{flag: "-U", own: "--define=!"},
	{flag: "-std=", own: "--std="},
	{flag: "-MF"}, {flag: "-MT"}, {flag: "-MQ"}, {flag: "-o"}, {flag: "-L"}, {flag: "-l"},
	{flag: "-Xlinker", apart: true, refused: renaming},
	{flag: "-Wl,", refused: renaming},
	{flag: "-x", refused: regexp.MustCompile(`^([^c]|c.)`)},
}

// renaming are the options of linkers that change the meaning of names.
var renaming = regexp.MustCompile(`wrap|defsym|^-T|,-T|script`)

// plainOptions are options without a value, with their meaning and the macros that they define. The
// first row that matches counts.
var plainOptions = []struct {
	flags *regexp.Regexp
	own   []string
}{
	{regexp.MustCompile(`^-m32$`), []string{"--data-model=ILP32"}},
	{regexp.MustCompile(`^-m64$`), []string{"--data-model=LP64"}},
	{regexp.MustCompile(`^-ansi$`), []string{"--std=ansi"}},
	{regexp.MustCompile(`^-pthread$`), []string{"--define=_REENTRANT"}},
	{regexp.MustCompile(`^-O0$`), []string{"--define=!__OPTIMIZE__", "--define=!__OPTIMIZE_SIZE__", "--define=__NO_INLINE__"}},
	{regexp.MustCompile(`^-O[123g]?$`), []string{"--define=__OPTIMIZE__", "--define=!__OPTIMIZE_SIZE__", "--define=!__NO_INLINE__"}},
	{regexp.MustCompile(`^-O[sz]$`), []string{"--define=__OPTIMIZE__", "--define=__OPTIMIZE_SIZE__", "--define=!__NO_INLINE__"}},
	{regexp.MustCompile(`^-f(wrapv|no-strict-overflow)$`), []string{"--fwrapv"}},
	// Files that are read and written, and messages.
	{regexp.MustCompile(`^-(c|E|S|s|v|w|pipe|g.*|M|MM|MD|MMD|MP|MG|-?coverage|save-temps.*|fsyntax-only|pedantic.*|pg|W([^,]*|a,.*|p,-M.*))$`), nil},
	{regexp.MustCompile(`^-(static|shared|rdynamic|nostdlib|nostartfiles|nodefaultlibs|pie|no-pie|static-.*|shared-.*)$`), nil},
	{regexp.MustCompile(`^-f(no-)?(diagnostics-.*|color-.*|ident|record-gcc-switches|(macro|file|debug)-prefix-map=.*|verbose-asm|working-directory)$`), nil},
	// Generation of machine code.
	{regexp.MustCompile(`^-m(arch|tune|cmodel)=.*|^-mfpmath=sse$`), nil},
	{regexp.MustCompile(`^-m(no-)?(sse|avx|mmx|fma|bmi|popcnt|aes|red-zone).*$`), nil},
	{regexp.MustCompile(`^-f(no-)?(PIC|pic|PIE|pie|plt|stack-.*|omit-frame-pointer|visibility.*|function-sections|data-sections|common|lto.*|use-linker-plugin|` +
		`inline|inline-.*|ipa-.*|tree-.*|reorder-.*|toplevel-reorder|jump-tables|(asynchronous-)?unwind-tables|exceptions|merge-.*constants|semantic-interposition|` +
		`unroll-.*|schedule-.*|gcse.*|align-.*|cf-protection.*|sanitize.*|profile-.*|test-coverage)$`), nil},
	// Assumptions of optimisations. Cornet assumes less, or reports violations.
	{regexp.MustCompile(`^-f(no-)?(strict-aliasing|delete-null-pointer-checks|builtin.*|trapping-math|math-errno)$`), nil},
	{regexp.MustCompile(`^-f(strict-overflow|no-wrapv|signed-char|no-unsigned-char|no-short-enums|no-gnu89-inline|fp-contract=off|no-fast-math|no-openmp|hosted)$`), nil},
}
