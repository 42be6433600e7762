// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cornet/encode/cc/cpp"
)

// libraryName finds the functions of a library text, and the functions that it calls.
var libraryName = regexp.MustCompile(`__cornet_(\w+)`)

// library returns the library texts that a program may use, by its preprocessed tokens. A program
// uses a text if it mentions a name in the text. Names of functions with models in Go count too,
// since these models may call functions of the first text. Names of functions about properties and
// the end of the program do not count. Names for the assembler and targets of aliases are looked
// for in strings.
func library(tokens []cpp.Token) ([]cpp.Source, error) {
	models, err := headers.ReadFile("include/models.c")
	if err != nil {
		return nil, err
	}
	names := newModels()
	for _, own := range []map[string]model{propertyModels(), nondetModels(), controlModels()} {
		for name := range own {
			delete(names, name)
		}
	}
	for name := range newAccesses() { // the function reads texts, by calls of strlen
		names[name] = nil
	}
	var texts []cpp.Source
	for _, s := range []cpp.Source{{Name: builtinDir + "/models.c", Text: models}, {Name: builtinDir + "/ctype.c", Text: ctypeTables()}} {
		for _, m := range libraryName.FindAllSubmatch(s.Text, -1) {
			names[string(m[0])], names[string(m[1])] = nil, nil
		}
		uses := func(t cpp.Token) bool {
			name := strings.TrimPrefix(strings.Trim(t.Text, `"`), "__builtin_")
			if rest, ok := strings.CutSuffix(name, "_chk"); ok {
				name = strings.TrimPrefix(rest, "__")
			}
			_, ok := names[name]
			return ok
		}
		if slices.ContainsFunc(tokens, uses) {
			texts = append(texts, s)
		}
		clear(names)
	}
	return texts, nil
}

// ctypeTables returns a text with the tables of glibc's ctype.h macros, in the locale C and for
// little endian: from -128 to 255.
func ctypeTables() []byte {
	between := func(c int, ranges string) bool { // ranges has pairs of a first and a last character
		for i := 0; i < len(ranges); i += 2 {
			if c >= int(ranges[i]) && c <= int(ranges[i+1]) {
				return true
			}
		}
		return false
	}
	classes := []string{"  \t\t", "\x00\x1f\x7f\x7f", "!/:@[`{~", "09AZaz", "", "", "", "", "AZ", "az", "AZaz", "09", "09AFaf", "  \t\r", " ~", "!~"} // by bit
	var class, lower, upper strings.Builder
	for c := -128; c < 256; c++ {
		bits, other := 0, c
		for i, ranges := range classes {
			if between(c, ranges) {
				bits |= 1 << i
			}
		}
		if c < -1 {
			other += 256
		}
		fmt.Fprintf(&class, "%d,", bits)
		down, up := other, other
		switch {
		case between(c, "AZ"):
			down += 'a' - 'A'
		case between(c, "az"):
			up -= 'a' - 'A'
		}
		fmt.Fprintf(&lower, "%d,", down)
		fmt.Fprintf(&upper, "%d,", up)
	}
	var b strings.Builder
	for _, t := range []struct{ name, of, values string }{
		{"b", "unsigned short", class.String()}, {"tolower", "int", lower.String()}, {"toupper", "int", upper.String()},
	} {
		fmt.Fprintf(&b, "static const %s __cornet_ctype_%s[384] = {%s};\n", t.of, t.name, t.values)
		fmt.Fprintf(&b, "static const %s *const __cornet_ctype_%s_0 = __cornet_ctype_%s + 128;\n", t.of, t.name, t.name)
		fmt.Fprintf(&b, "static const %s **__cornet___ctype_%s_loc(void) { return (const %s **)&__cornet_ctype_%s_0; }\n", t.of, t.name, t.of, t.name)
	}
	return []byte(b.String())
}
