// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"cornet/encode/cc"
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
// ends with =, in the next one. An option comes before options that are prefixes of it.
var valuedOptions = []struct {
	flag    string
	own     string         // prefix of the value in Cornet's option; "" for nothing
	apart   bool           // the value is in the next argument
	refused *regexp.Regexp // values that are not supported; nil for none
}{
	{flag: "-isystem", own: "--isystem="},
	{flag: "-idirafter", own: "--idirafter="},
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

// renaming are the options of linkers that change the meaning of names, or where a program begins.
var renaming = regexp.MustCompile(`wrap|defsym|script|just-symbols|entry|init|fini|muldefs|multiple-definition|(^|,)-[TRe]`)

// fused allows products to be fused with sums. gcc does so by default, where there is an
// instruction for it.
var fused = []string{"--ffp-contract=" + string(cc.FastContraction)}

// withoutFMA are x86's architectures that cannot fuse a product with a sum; withFMA are those that
// can. Neither list has names of other machines, since their types may differ.
const (
	withoutFMA = `x86-64(-v2)?|i[3456]86|pentium[a-z0-9-]*|prescott|nocona|core2|nehalem|corei7(-avx)?|westmere|sandybridge|ivybridge|core-avx-i|` +
		`bonnell|atom|silvermont|slm|goldmont(-plus)?|tremont|k6(-[23])?|athlon[a-z0-9-]*|k8(-sse3)?|opteron(-sse3)?|barcelona|amdfam10|btver[12]|geode|c3(-2)?|c7|lakemont`
	withFMA = `native|x86-64-v[34]|haswell|core-avx2|broadwell|skylake(-avx512)?|cascadelake|cooperlake|cannonlake|icelake-(client|server)|rocketlake|` +
		`tigerlake|alderlake|raptorlake|meteorlake|sapphirerapids|emeraldrapids|graniterapids|sierraforest|knl|knm|bdver[1234]|znver[1-5]`
)

// plainOptions are options without a value, with their meaning and the macros that they define. The
// first row that matches applies.
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
	{regexp.MustCompile(`^-ffp-contract=off$`), []string{"--ffp-contract=" + string(cc.NoContraction)}},
	{regexp.MustCompile(`^-ffp-contract=(on|fast|fast-honor-pragmas)$|^-m(fma4?|avx512.*|avx10.*)$|^-march=(` + withFMA + `)$`), fused},
	// Options about the files that are read and written, and about messages.
	{regexp.MustCompile(`^-(c|E|S|s|v|w|pipe|g.*|M|MM|MD|MMD|MP|MG|-?coverage|save-temps.*|fsyntax-only|pedantic.*|pg|W([^,]*|a,.*|p,-M[^,]*(,[^-,][^,]*)?))$`), nil},
	{regexp.MustCompile(`^-(static|shared|rdynamic|nostdlib|nostartfiles|nodefaultlibs|pie|no-pie|static-.*|shared-.*)$`), nil},
	{regexp.MustCompile(`^-f(no-)?(diagnostics-.*|color-.*|ident|record-gcc-switches|(macro|file|debug)-prefix-map=.*|verbose-asm|working-directory)$`), nil},
	// Options about the machine code.
	{regexp.MustCompile(`^-m(tune|cmodel)=.*|^-mfpmath=sse$|^-march=(` + withoutFMA + `)$`), nil},
	{regexp.MustCompile(`^-m(no-)?(sse|avx|mmx|fma|bmi|popcnt|aes|red-zone).*$`), nil},
	{regexp.MustCompile(`^-f(no-)?(PIC|pic|PIE|pie|plt|stack-.*|omit-frame-pointer|visibility.*|function-sections|data-sections|common|lto.*|use-linker-plugin|` +
		`inline|inline-.*|ipa-.*|tree-.*|reorder-.*|toplevel-reorder|jump-tables|(asynchronous-)?unwind-tables|exceptions|merge-constants|semantic-interposition|` +
		`unroll-.*|schedule-.*|gcse.*|align-.*|cf-protection.*|sanitize.*|profile-.*|test-coverage)$`), nil},
	// Assumptions of optimisations. Cornet makes fewer assumptions, or reports violations.
	{regexp.MustCompile(`^-f(no-)?(strict-aliasing|delete-null-pointer-checks|builtin.*|trapping-math|math-errno)$`), nil},
	{regexp.MustCompile(`^-f(strict-overflow|no-wrapv|signed-char|no-unsigned-char|no-short-enums|no-gnu89-inline|excess-precision=standard|no-fast-math|no-openmp|hosted)$`), nil},
}
