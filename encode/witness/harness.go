// SPDX-License-Identifier: Apache-2.0

package witness

import (
	_ "embed"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/scalar"
)

// The statuses with which a harness ends a run.
const (
	statusError  = 107 // an error was reached
	statusAssume = 109 // an assumption did not hold
)

// harness returns the text of a C file that defines the functions without body that the program s
// calls. Functions whose results are inputs of the path return them in order, and then 0, since the
// path leaves further results open.
func (s *source) harness(p *chc.Path, in *inputs, as build) string {
	var b strings.Builder
	b.WriteString(as.head)
	fmt.Fprintf(&b, harnessHead, statusError, statusAssume)
	failed := "cornet_reached();"
	if own := p.Failure.Function; own != "" { // only this function
		failed = "_exit(110);"
		if !s.defines(own) {
			fmt.Fprintf(&b, "void %s() { cornet_reached(); }\n", own)
		}
	}
	if isCheck(p.Failure) {
		failed = "_exit(110);"
	}
	const passed = " cornet_at(0);"
	for _, f := range []struct{ name, params, body string }{
		{"reach_error", "void", failed},
		{"__VERIFIER_error", "void", failed},
		{"__assert_fail", "const char *a, const char *b, unsigned c, const char *d", failed},
		{"__assert", "const char *a, const char *b, int c", failed},
		{"__VERIFIER_assert", "int c", "if (!c) " + failed + passed},
		{"assert", "int c", "if (!c) " + failed + passed},
		{"__VERIFIER_assume", "int c", "if (!c) cornet_astray();"},
		{"assume_abort_if_not", "int c", "if (!c) cornet_astray();"},
		{"assume", "int c", "if (!c) cornet_astray();"},
		{"__CPROVER_assume", "int c", "if (!c) cornet_astray();"},
		{"__CPROVER_assert", "int c, const char *text", "if (!c) " + failed + passed},
		{"__CPROVER_precondition", "int c, const char *text", "if (!c) " + failed + passed},
		{"__ESBMC_assume", "int c", "if (!c) cornet_astray();"},
		{"__ESBMC_assert", "int c, const char *text", "if (!c) " + failed + passed},
		{"klee_assume", "unsigned long c", "if (!c) cornet_astray();"},
		{"klee_report_error", "const char *a, int b, const char *c, const char *d", failed},
		{"klee_abort", "void", failed},
		{"__VERIFIER_atomic_begin", "void", ""},
		{"__VERIFIER_atomic_end", "void", ""},
	} {
		if !s.defines(f.name) && f.name != p.Failure.Function && !(as.threads && strings.HasPrefix(f.name, "__VERIFIER_atomic")) {
			fmt.Fprintf(&b, "void %s(%s) { %s }\n", f.name, f.params, f.body)
		}
	}
	for i := range s.tokens {
		if name := s.at(i); strings.HasPrefix(name, "__VERIFIER_nondet_") && s.at(i+1) == "(" {
			in.function(name, name)
		}
	}
	functions := slices.Clone(in.functions)
	slices.SortFunc(functions, func(f, g inputFunction) int { return strings.Compare(f.name, g.name) })
	for _, f := range functions {
		if len(f.values) == 0 { // only for programs whose text was not changed
			f.values = inputsOf(p, f.input)
		}
		if !s.defines(f.name) && !knownFunctions[f.name] {
			as.function(in, f, &b)
		}
	}
	for _, u := range unsetVars(p) {
		inputFunction{name: u.function(), values: u.values}.write(&b)
	}
	return b.String()
}

// mainOf returns a function main that calls the program's entry function, if that has another name.
func mainOf(entry string) string {
	if entry == "" {
		return ""
	}
	return "void " + entry + "(void);\nint main(void) { " + entry + "(); return 0; }\n"
}

// inputsOf returns the values of a function on a path, in their order.
func inputsOf(p *chc.Path, function string) (z []chc.Occurrence) {
	for _, h := range p.Occurrences {
		if h.Kind == chc.Input && h.Name == function {
			z = append(z, h)
		}
	}
	return z
}

// harnessHead is the beginning of a harness.
const harnessHead = `/* Replays a path to an error: compile together with the program. */
void _exit(int);
long write(int, const void *, unsigned long);
void abort(void) { _exit(110); }
static __thread int cornet_place; /* the number of the place of the call that may be an error */
void cornet_at(int place) { cornet_place = place; }
#ifdef CORNET_WORD
static void cornet_say(void) { /* tells this error from what the program does itself */
  char said[] = CORNET_WORD " 000000\n";
  for (int i = sizeof said - 3, n = cornet_place; n; i--, n /= 10) said[i] += n %% 10;
  write(2, said, sizeof said - 1);
}
extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));
__attribute__((constructor)) static void cornet_begin(void) {
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(cornet_say);
}
#else
static void cornet_say(void) { }
#endif
void cornet_reached(void) {
  static const char said[] = "cornet: the error is reached\n";
  write(1, said, sizeof said - 1);
  cornet_say();
  _exit(%d);
}
static void cornet_astray(void) { _exit(%d); }
`

// withoutRuntime makes the harness receive reports of undefined behaviour if the sanitizer's
// library is missing. Each report begins with a place.
func withoutRuntime(reports []string) string {
	var b strings.Builder
	b.WriteString(`int dprintf(int, const char *, ...);
static void cornet_report(const char *name, const struct { const char *file; unsigned line, column; } *at) {
  dprintf(2, "%s:%u:%u: runtime error: %s\n", at->file, at->line, at->column, name);
  cornet_reached();
}
`)
	for _, name := range reports {
		fmt.Fprintf(&b, "void __ubsan_handle_%[1]s(void *at) { cornet_report(%[1]q, at); }\nvoid __ubsan_handle_%[1]s_abort(void *at) { cornet_report(%[1]q, at); }\n", name)
	}
	return b.String()
}

//go:embed harness/watch.c
var watch string

// watches makes a harness notice calls of error functions that the program itself defines, even if
// the program's text is not changed.
func (s *source) watches(p *chc.Path) string {
	var names []string
	for _, name := range errorFunctions(p) {
		if s.defines(name) {
			names = append(names, strconv.Quote(name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "static const char *const cornet_errors[] = {" + strings.Join(names, ", ") + "};\n" + watch
}

// isCheck reports whether an error comes from a check, and not from a mark in the program.
func isCheck(failure chc.Step) bool {
	return failure.Site > 0 && !properties.Reachability.Has(failure.Error)
}

// errorFunctions returns the functions whose calls are the error at the end of the path.
func errorFunctions(p *chc.Path) []string {
	switch {
	case isCheck(p.Failure):
		return nil
	case p.Failure.Function != "":
		return []string{p.Failure.Function}
	}
	return []string{"reach_error", "__VERIFIER_error"}
}

// knownFunctions yield inputs, although the library has them.
var knownFunctions = map[string]bool{"scanf": true, "fscanf": true, "sscanf": true, "getchar": true, "rand": true, "read": true}

// unset is a local variable without initialiser, with its indeterminate values on a path.
type unset struct {
	name   string
	pos    cfg.Pos
	values []chc.Occurrence
}

func (u unset) function() string {
	file := strings.Map(func(r rune) rune {
		if r < 128 && isWordByte(byte(r)) {
			return r
		}
		return '_'
	}, filepath.Base(u.pos.File))
	return fmt.Sprintf("cornet_unset_%s_%d_%d", file, u.pos.Line, u.pos.Column)
}

// unsetVars returns the variables that are declared without initialiser and read, in the order of
// the text.
func unsetVars(p *chc.Path) []unset {
	at := map[cfg.Pos]int{}
	var z []unset
	for _, h := range p.Occurrences {
		if h.Kind != chc.Unset || h.Var == nil || h.Var.Decl.Line == 0 || h.Result == nil {
			continue
		}
		i, ok := at[h.Var.Decl]
		if !ok {
			i = len(z)
			at[h.Var.Decl] = i
			z = append(z, unset{name: h.Name, pos: h.Var.Decl})
		}
		z[i].values = append(z[i].values, h)
	}
	sort.Slice(z, func(i, j int) bool {
		a, b := z[i].pos, z[j].pos
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	return z
}

// inputTypes are the types at the ends of the names of nondeterministic functions.
var inputTypes = map[string]string{
	"char": "char", "schar": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
	"int": "int", "uint": "unsigned", "long": "long", "ulong": "unsigned long", "longlong": "long long",
	"ulonglong": "unsigned long long", "bool": "_Bool", "size_t": "__SIZE_TYPE__", "unsigned": "unsigned",
	"u8": "unsigned char", "u16": "unsigned short", "u32": "unsigned", "pointer": "void *", "unsigned_int": "unsigned",
	"float": "float", "double": "double", "unsigned_char": "unsigned char", "charp": "char *", "pchar": "char *",
	"const_char_pointer": "const char *", "S8": "signed char", "U8": "unsigned char", "S16": "short", "U16": "unsigned short", "U32": "unsigned",
}

// typeOf returns the type of the function's result.
func (f inputFunction) typeOf() string {
	typ, ok := inputTypes[strings.TrimPrefix(f.input, "__VERIFIER_nondet_")]
	if !ok {
		typ = "int"
		if len(f.values) > 0 {
			typ = ctype(f.values[0].Type)
		}
	}
	return typ
}

func (f inputFunction) write(b *strings.Builder) {
	typ := f.typeOf()
	fmt.Fprintf(b, "%s %s() {\n", typ, f.name)
	if len(f.values) > 0 {
		array := "long long"
		if f.values[0].Type.Kind == scalar.Float {
			array = typ
		}
		fmt.Fprintf(b, "  static const %s in[] = {", array)
		for i, h := range f.values {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(literal(h.Result, h.Type))
		}
		fmt.Fprintf(b, "};\n  static unsigned long at;\n  if (at < sizeof in / sizeof in[0]) return (%s)in[at++];\n", strings.TrimPrefix(typ, "const "))
	}
	fmt.Fprintf(b, "  return 0;\n}\n")
}

func ctype(t scalar.Type) string {
	switch t.Kind {
	case scalar.Pointer:
		return "void *"
	case scalar.Float:
		return map[int]string{32: "float", 64: "double", 80: "long double"}[t.Width]
	}
	if t.Bool {
		return "_Bool"
	}
	z := map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}[t.Width]
	if z == "" {
		z = "int"
	}
	if !t.Signed {
		return "unsigned " + z
	}
	return z
}

// literal returns v, of at most 64 bits or floating-point, as a constant of C.
func literal(v *big.Int, t scalar.Type) string {
	if v == nil {
		return "0"
	}
	if t.Kind == scalar.Float {
		return strings.NewReplacer("NAN", "__builtin_nan(\"\")", "INFINITY", "__builtin_inf()").Replace(floating(v, t))
	}
	if v.IsInt64() {
		n := v.Int64()
		if n == -1<<63 {
			return "-9223372036854775807LL - 1"
		}
		return fmt.Sprintf("%dLL", n)
	}
	if v.IsUint64() {
		return fmt.Sprintf("(long long)%dULL", v.Uint64())
	}
	return "0"
}

// floating returns v as a constant of its type, since 0.1 differs from 0.1f. The result may be NAN
// or INFINITY.
func floating(v *big.Int, t scalar.Type) string {
	f := t.Format()
	s := f.String(v)
	if f.IsNaN(v) || f.IsInf(v) || f.Width == 64 {
		return s
	}
	if !strings.ContainsAny(s, ".ep") {
		s += ".0"
	}
	if f.Width == 32 {
		return s + "f"
	}
	return s + "L"
}

// withUnset returns the text of a file in which local variables without initialiser that are read
// have calls of the harness as initialisers.
func withUnset(f File, p *chc.Path) string {
	text := f.Text
	us := slices.DeleteFunc(unsetVars(p), func(u unset) bool { return u.pos.File != f.Name })
	if len(us) == 0 || strings.Contains(text, "\n# 1 ") || strings.Contains(text, "\n#line") {
		return text
	}
	head := ""
	lines := strings.SplitAfter(text, "\n")
	for i := len(us) - 1; i >= 0; i-- { // backwards, so that columns remain valid
		if u := us[i]; u.insert(lines) {
			head += "extern " + ctype(u.values[0].Type) + " " + u.function() + "();\n"
		}
	}
	if head == "" {
		return text
	}
	return head + "#line 1\n" + strings.Join(lines, "")
}

// insert gives the variable an initialiser, if a declarator without one is at the expected place.
func (u unset) insert(lines []string) bool {
	if u.pos.Line > len(lines) {
		return false
	}
	line := lines[u.pos.Line-1]
	from := u.pos.Column - 1
	if from < 0 || from > len(line) || !strings.HasPrefix(line[from:], u.name) {
		return false
	}
	end := from + len(u.name)
	rest := strings.TrimLeft(line[end:], " \t")
	if !strings.HasPrefix(rest, ";") && !strings.HasPrefix(rest, ",") {
		return false
	}
	lines[u.pos.Line-1] = line[:end] + " = " + u.function() + "()" + line[end:]
	return true
}
