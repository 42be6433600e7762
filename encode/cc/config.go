// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// The headers that programs may include, and what is read in every program before its
// first line.
//
//go:embed include
var headers embed.FS

// builtinDir is the directory of the embedded headers in positions.
const builtinDir = "<builtin>"

// Compiler has the options of a compiler that change the meaning of a text.
type Compiler struct {
	// Dirs are the directories of -I, System those of -isystem and Quote those of -iquote. After
	// are those of -idirafter, which come after the embedded headers.
	Dirs, System, Quote, After []string
	// Macros are the definitions of -D, as NAME or NAME=TEXT, and the removals of -U, as !NAME, in
	// their order.
	Macros []string
	// Files are the files of -include.
	Files []string
	// Standard is the value of -std=; "" means gnu17.
	Standard string
	// Wraps makes signed operations wrap around on overflow, as -fwrapv does.
	Wraps bool
	// Contraction reports whether a product may be fused with a sum; "" means off.
	Contraction Contraction
	// HostHeaders replaces the embedded headers by those of the host.
	HostHeaders bool
	// Read, if not nil, replaces the reading of the host's files.
	Read func(name string) ([]byte, error)
}

// Contraction says whether a compiler may compute a product and a sum with one rounding, as
// -ffp-contract does.
type Contraction string

// NoContraction rounds each operation. FastContraction may fuse products and sums wherever the
// compiler likes, across statements, too.
const (
	NoContraction   Contraction = "off"
	FastContraction Contraction = "fast"
)

// machineMacros describe instruction sets and ways of generating machine code. They are left
// undefined, since the embedded headers lack the functions that they promise.
var machineMacros = regexp.MustCompile(`^__(S?SSE|SSE\d?A?_|AVX|FMA|MMX|FXSR|LAHF_|SEG_|BMI|POPCNT|LZCNT|AES|PCLMUL|SHA|F16C|ADX|XSAVE|RDRND|RDSEED|FP_FAST_FMA|SANITIZE_|SSP|CET|PIC|PIE|pic|pie|k8|znver|haswell|skylake|code_model_)[A-Za-z0-9_]*$`)

// asked names a macro of the compiler's machine that a condition of the program tests and finds
// undefined.
func (p *translationUnit) asked(t cpp.Token) {
	if !t.System && machineMacros.MatchString(t.Text) {
		p.pragmas = append(p.pragmas, cfg.Note{Pos: t.Pos, What: "macro " + t.Text + " is not defined", Assumed: true})
	}
}

// standards are the values of __STDC_VERSION__ by the value of -std= without c or gnu. "" means
// that the standard does not define it.
var standards = map[string]string{
	"89": "", "90": "", "9899:1990": "", "99": "199901L", "9x": "199901L", "9899:1999": "199901L", "11": "201112L", "1x": "201112L",
	"9899:2011": "201112L", "17": "201710L", "18": "201710L", "9899:2017": "201710L", "9899:2018": "201710L",
}

// standard returns the name of a standard without its prefix, and whether the standard excludes
// extensions of gcc.
func (c *Compiler) standard() (name string, strict bool) {
	for prefix, strict := range map[string]bool{"c": true, "gnu": false, "iso": true} {
		if name, ok := strings.CutPrefix(c.Standard, prefix); ok {
			if _, ok := standards[name]; ok {
				return name, strict
			}
		}
	}
	return "17", false
}

// Check returns an error for unknown options.
func (c *Compiler) Check() error {
	name, strict := c.standard()
	if c.Standard == "ansi" || c.Standard == "" || strict && (c.Standard == "c"+name || c.Standard == "iso"+name) || !strict && c.Standard == "gnu"+name {
		return nil
	}
	return fmt.Errorf("-std=%s: %w: c99, c11, c17, gnu99, gnu11, gnu17 and older ones are known", c.Standard, errors.ErrUnsupported)
}

// options returns the options of the preprocessor.
func (c *Compiler) options() cpp.Options {
	_, strict := c.standard()
	o := cpp.Options{Open: c.open, Quote: c.Quote, Strict: strict, Limit: expansionLimit, Operators: operators}
	o.Dirs = slices.Concat(c.Dirs, c.System)
	o.System = len(c.System) + 1 + len(c.After)
	if c.HostHeaders {
		dirs := hostDirs()
		o.Dirs, o.System = append(o.Dirs, dirs...), o.System+len(dirs)
	}
	o.Dirs = append(append(o.Dirs, builtinDir), c.After...)
	return o
}

// Flags returns the options in the form of gcc's preprocessor, with full paths.
func (c *Compiler) Flags() (flags []string) {
	for _, list := range []struct {
		flag  string
		paths []string
	}{{"-I", c.Dirs}, {"-isystem", c.System}, {"-iquote", c.Quote}, {"-idirafter", c.After}, {"-include", c.Files}} {
		for _, p := range list.paths {
			if full, err := filepath.Abs(p); err == nil {
				p = full
			}
			flags = append(flags, list.flag, p)
		}
	}
	for _, m := range c.Macros {
		if name, ok := strings.CutPrefix(m, "!"); ok {
			flags = append(flags, "-U"+name)
		} else {
			flags = append(flags, "-D"+m)
		}
	}
	return flags
}

// operators are the operators of conditions that ask what the compiler supports. They answer as gcc
// does.
var operators = map[string]func(name string) int{
	"__has_attribute":     func(name string) int { return number(attributeRules[plainAttribute(name)].effect != 0) },
	"__has_cpp_attribute": func(name string) int { return number(attributeRules[plainAttribute(name)].effect != 0) },
	"__has_c_attribute": func(name string) int {
		_, ok := plainBracketed[plainAttribute(name)]
		return number(ok || attributeRules[plainAttribute(name)].effect != 0)
	},
	"__has_builtin": func(name string) int {
		for _, p := range []string{"__builtin_", "__sync_", "__atomic_"} {
			if strings.HasPrefix(name, p) {
				return number(!foreignBuiltins[name])
			}
		}
		return 0
	},
}

// foreignBuiltins are functions of clang that gcc does not have.
var foreignBuiltins = func() map[string]bool {
	z := map[string]bool{}
	for _, name := range strings.Fields(`assume bitreverse8 bitreverse16 bitreverse32 bitreverse64 rotateleft8 rotateleft16 rotateleft32 rotateleft64
rotateright8 rotateright16 rotateright32 rotateright64 debugtrap verbose_trap unpredictable available nondeterministic_value addcb addcs addc addcl
addcll subcb subcs subc subcl subcll operator_new operator_delete canonicalize is_fpclass popcountg clzg ctzg stdc_bit_ceil memcpy_inline
dump_struct readcyclecounter nontemporal_load nontemporal_store`) {
		z["__builtin_"+name] = true
	}
	return z
}()

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hostDirs returns the directories of the host's headers, as gcc on most systems has them.
func hostDirs() (dirs []string) {
	for _, pattern := range []string{
		"/usr/lib/gcc/x86_64-linux-gnu/*/include", "/usr/lib/gcc/x86_64-*-linux/*/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include",
	} {
		found, _ := filepath.Glob(pattern)
		if n := len(found); n > 0 {
			dirs = append(dirs, found[n-1])
		}
	}
	return dirs
}

// open opens an embedded header or a file.
func (c *Compiler) open(name string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(name), builtinDir+"/"); ok {
		return headers.ReadFile("include/" + rest)
	}
	if c.Read != nil {
		text, err := c.Read(name)
		if len(text) > maxText {
			err = fs.ErrInvalid
		}
		return text, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if s, err := f.Stat(); err != nil || !s.Mode().IsRegular() || s.Size() > maxText {
		return nil, fs.ErrInvalid
	}
	return os.ReadFile(name)
}

// expansionLimit bounds the work of macro expansion, in tokens.
const expansionLimit = 20_000_000

// sources returns the texts before the program's own text, followed by the program's text and the
// texts after it.
func (c *Compiler) sources(m cfg.DataModel, s Source) (before, after []cpp.Source, err error) {
	if err := c.Check(); err != nil {
		return nil, nil, err
	}
	macros, err := predefined(m)
	if err != nil {
		return nil, nil, err
	}
	prelude, err := headers.ReadFile("include/prelude.h")
	if err != nil {
		return nil, nil, err
	}
	before = []cpp.Source{{Name: "<predefined>", Text: []byte(macros)}, {Name: builtinDir + "/prelude.h", Text: prelude}}
	var own strings.Builder
	if name, strict := c.standard(); c.Standard != "" {
		own.WriteString("#undef __STDC_VERSION__\n")
		if v := standards[name]; v != "" && c.Standard != "ansi" {
			own.WriteString("#define __STDC_VERSION__ " + v + "\n")
		}
		if strict || c.Standard == "ansi" {
			own.WriteString("#define __STRICT_ANSI__ 1\n#undef linux\n#undef unix\n#undef i386\n")
		}
	}
	for _, m := range c.Macros {
		name, text, given := strings.Cut(m, "=")
		switch rest, undefine := strings.CutPrefix(m, "!"); {
		case undefine:
			own.WriteString("#undef " + rest + "\n")
		case !given:
			own.WriteString("#define " + name + " 1\n")
		default:
			first, _, _ := strings.Cut(text, "\n")
			own.WriteString("#define " + name + " " + first + "\n")
		}
	}
	for _, f := range c.Files {
		own.WriteString("#include \"" + f + "\"\n")
	}
	after = []cpp.Source{{Name: "<command-line>", Text: []byte(own.String())}, {Name: s.Name, Text: s.Text}, {Name: trailerName, Text: []byte(trailer)}}
	return before, after, nil
}

// config returns the configuration of the parser: the ABI of Linux on x86.
func config(o Options) (*cc.Config, error) {
	arch := "386"
	if o.Model.Resolve() == cfg.LP64 {
		arch = "amd64"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, fmt.Errorf("data model %v: %w", o.Model, err)
	}
	return &cc.Config{ABI: abi, FS: embed.FS{}, FSOnly: true, UnsignedEnums: true, IgnoreNegativeShiftAmounts: true}, nil
}

// predefined returns the text of the predefined macros of a data model.
func predefined(m cfg.DataModel) (string, error) {
	name := "include/predefined_ilp32.h"
	if m.Resolve() == cfg.LP64 {
		name = "include/predefined_lp64.h"
	}
	own, err := headers.ReadFile(name)
	if err != nil {
		return "", err
	}
	all, err := headers.ReadFile("include/predefined.h")
	return string(own) + string(all), err
}
