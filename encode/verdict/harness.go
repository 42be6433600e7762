// SPDX-License-Identifier: Apache-2.0

package verdict

import (
	"fmt"
	"math/big"
	"regexp"
	"sort"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/flat"
)

// The statuses with which a harness ends a run.
const (
	statusError  = 107 // an error was reached
	statusAssume = 109 // an assumption did not hold
)

// Harness is the text of a C file that defines, for program p with source text, the functions without
// body that the program calls: those whose results are inputs of the path return them in order, and 0
// when there are no more (the path leaves them open).
func Harness(text string, p *chc.Path) string {
	var b strings.Builder
	b.WriteString("/* Replays a path to an error: compile together with the program. */\n")
	b.WriteString("void _exit(int);\nvoid abort(void) { _exit(110); }\n")
	fmt.Fprintf(&b, "static void reached(void) { _exit(%d); }\n", statusError)
	fmt.Fprintf(&b, "void cornet_reached(void) { reached(); }\n")
	failed, errorFunctions := "reached();", errorFunctions
	if own := p.Failure.Function; own != "" { // alone
		failed, errorFunctions = "_exit(110);", []string{own}
		if !defines(text, own) {
			fmt.Fprintf(&b, "void %s() { reached(); }\n", own)
		}
	}
	for _, f := range []struct{ name, params, body string }{
		{"reach_error", "void", failed},
		{"__VERIFIER_error", "void", failed},
		{"__assert_fail", "const char *a, const char *b, unsigned c, const char *d", failed},
		{"__assert", "const char *a, const char *b, int c", failed},
		{"__VERIFIER_assert", "int c", "if (!c) " + failed},
		{"assert", "int c", "if (!c) " + failed},
		{"__VERIFIER_assume", "int c", fmt.Sprintf("if (!c) _exit(%d);", statusAssume)},
		{"assume_abort_if_not", "int c", fmt.Sprintf("if (!c) _exit(%d);", statusAssume)},
		{"assume", "int c", fmt.Sprintf("if (!c) _exit(%d);", statusAssume)},
		{"__VERIFIER_atomic_begin", "void", ""},
		{"__VERIFIER_atomic_end", "void", ""},
	} {
		if !defines(text, f.name) && f.name != p.Failure.Function {
			fmt.Fprintf(&b, "void %s(%s) { %s }\n", f.name, f.params, f.body)
		}
	}
	for _, name := range errorFunctions {
		if defines(text, name) {
			fmt.Fprintf(&b, "extern void %s(void) __attribute__((weak));\n", name)
		}
	}
	b.WriteString("__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *f, void *from) {\n")
	for _, name := range errorFunctions {
		if defines(text, name) {
			fmt.Fprintf(&b, "  if (f == (void *)%s) reached();\n", name)
		}
	}
	b.WriteString("}\n__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *f, void *from) {}\n")
	inputs := map[string][]chc.Happening{}
	var names []string
	for _, h := range p.Happenings {
		if h.Kind != chc.Input || strings.Contains(h.Name, " ") {
			continue
		}
		if inputs[h.Name] == nil {
			names = append(names, h.Name)
		}
		inputs[h.Name] = append(inputs[h.Name], h)
	}
	for _, m := range callPattern.FindAllStringSubmatch(text, -1) {
		if inputs[m[1]] == nil {
			inputs[m[1]] = []chc.Happening{}
			names = append(names, m[1])
		}
	}
	sort.Strings(names)
	for _, name := range names {
		if !defines(text, name) && !knownFunctions[name] {
			writeInput(&b, name, inputs[name])
		}
	}
	for _, u := range unsetVars(p) {
		writeInput(&b, u.function(), u.values)
	}
	return b.String()
}

// unset is a local variable without initialiser, with its indeterminate values on a path.
type unset struct {
	name   string
	pos    cfg.Pos
	values []chc.Happening
}

func (u unset) function() string { return fmt.Sprintf("cornet_unset_%d_%d", u.pos.Line, u.pos.Column) }

// unsetVars are the variables that are declared without initialiser and read, in the order of the text.
func unsetVars(p *chc.Path) []unset {
	at := map[cfg.Pos]int{}
	var z []unset
	for _, h := range p.Happenings {
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

// callPattern finds the nondeterministic functions that a program mentions.
var callPattern = regexp.MustCompile(`\b(__VERIFIER_nondet_\w+)\s*\(`)

var errorFunctions = []string{"reach_error", "__VERIFIER_error"}

var knownFunctions = map[string]bool{"scanf": true, "fscanf": true, "sscanf": true, "getchar": true, "rand": true, "read": true}

// defines reports whether the program text has a definition of the function, as far as a glance tells.
func defines(text, name string) bool {
	for _, at := range regexp.MustCompile(`\b`+name+`\s*\(`).FindAllStringIndex(text, -1) {
		depth, i := 1, at[1]
		for ; i < len(text) && depth > 0; i++ {
			switch text[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		rest := strings.TrimLeft(text[i:], " \t\r\n")
		if strings.HasPrefix(rest, "{") && !strings.HasSuffix(strings.TrimRight(text[:at[0]], " \t\r\n"), ")") {
			return true
		}
	}
	return strings.Contains(text, "#define "+name)
}

// inputTypes are the types that the names of nondeterministic functions end in.
var inputTypes = map[string]string{
	"char": "char", "schar": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
	"int": "int", "uint": "unsigned", "long": "long", "ulong": "unsigned long", "longlong": "long long",
	"ulonglong": "unsigned long long", "bool": "_Bool", "size_t": "__SIZE_TYPE__", "unsigned": "unsigned",
	"u8": "unsigned char", "u16": "unsigned short", "u32": "unsigned", "pointer": "void *", "unsigned_int": "unsigned",
	"float": "float", "double": "double", "unsigned_char": "unsigned char", "charp": "char *", "pchar": "char *",
	"const_char_pointer": "const char *", "S8": "signed char", "U8": "unsigned char", "S16": "short", "U16": "unsigned short", "U32": "unsigned",
}

func writeInput(b *strings.Builder, name string, hs []chc.Happening) {
	typ, ok := inputTypes[strings.TrimPrefix(name, "__VERIFIER_nondet_")]
	if !ok {
		typ = "int"
		if len(hs) > 0 {
			typ = ctype(hs[0].Type)
		}
	}
	fmt.Fprintf(b, "%s %s() {\n", typ, name)
	if len(hs) > 0 {
		array := "long long"
		if hs[0].Type.Kind == flat.Float {
			array = typ
		}
		fmt.Fprintf(b, "  static const %s in[] = {", array)
		for i, h := range hs {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(literal(h.Result, h.Type))
		}
		fmt.Fprintf(b, "};\n  static unsigned long at;\n  if (at < sizeof in / sizeof in[0]) return (%s)in[at++];\n", strings.TrimPrefix(typ, "const "))
	}
	fmt.Fprintf(b, "  return 0;\n}\n")
}

func ctype(t flat.Type) string {
	switch t.Kind {
	case flat.Pointer:
		return "void *"
	case flat.Float:
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

// literal is v, of at most 64 bits or floating-point, as a constant of C.
func literal(v *big.Int, t flat.Type) string {
	if v == nil {
		return "0"
	}
	if t.Kind == flat.Float {
		s := t.Format().String(v)
		return strings.NewReplacer("NAN", "__builtin_nan(\"\")", "INFINITY", "__builtin_inf()").Replace(s)
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

var labelPattern = regexp.MustCompile(`\bERROR\s*:`)

// instrumented is the program text with a call of the harness behind labels that are errors, and as
// the initialisers of local variables that have none but are read.
func instrumented(text string, p *chc.Path) string {
	head := ""
	if us := unsetVars(p); len(us) > 0 && !strings.Contains(text, "\n# 1 ") && !strings.Contains(text, "\n#line") {
		lines := strings.SplitAfter(text, "\n")
		for i := len(us) - 1; i >= 0; i-- { // from behind, so that columns stay
			if u := us[i]; u.insert(lines) {
				head += "extern " + ctype(u.values[0].Type) + " " + u.function() + "();\n"
			}
		}
		text = strings.Join(lines, "")
	}
	if p.Failure.Error == cfg.ErrorLabel {
		head += "extern void cornet_reached(void);\n"
		text = labelPattern.ReplaceAllString(text, "ERROR: cornet_reached();")
	}
	if head == "" {
		return text
	}
	return head + "#line 1\n" + text
}

// insert gives the variable an initialiser, if a declarator without one is where it should be.
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
