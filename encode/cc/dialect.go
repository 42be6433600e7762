// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cc/cpp"
)

// This file rewrites parts of GNU C that the parser does not support. Local labels get unique
// names. Old designators get '='. Packed enumerations get an enumerator that marks them, and kinds
// of formats get underscores. The bodies of extern gnu_inline functions are removed if another
// definition follows.

// dialect rewrites GNU C.
func dialect(tokens []cpp.Token) ([]cpp.Token, error) {
	at := map[string]bool{}
	for _, t := range tokens {
		switch t.Text {
		case "__label__", "enum", "gnu_inline", "__gnu_inline__", "format", "__format__":
			at[strings.Trim(t.Text, "_")] = true
		}
	}
	if at["label"] {
		tokens = localLabels(tokens)
	}
	if at["format"] {
		tokens = formatAttributes(tokens)
	}
	if at["gnu_inline"] {
		tokens = inlineDefinitions(tokens)
	}
	if at["enum"] {
		return packedEnums(tokens)
	}
	return tokens, nil
}

// formatAttributes writes the kinds of formats in attributes with underscores. Otherwise the parser
// would take printf in an attribute for the function, and declare it.
func formatAttributes(tokens []cpp.Token) []cpp.Token {
	z := slices.Clone(tokens)
	for i, end := 0, 0; i+2 < len(z); i++ {
		kind := &z[i+2]
		switch {
		case isAttribute(z[i]):
			end = closingBracket(z, i+1)
		case i < end && plainAttribute(z[i].Text) == "format" && z[i+1].Spelling() == "(" && kind.Kind == cpp.Identifier && !strings.HasPrefix(kind.Text, "__"):
			kind.Text = "__" + kind.Text + "__"
		}
	}
	return z
}

// labelSuffix ends the names of local labels, followed by a number.
const labelSuffix = "$label"

// labelName returns the name that a label has in the program.
func labelName(name string) string {
	name, _, _ = strings.Cut(name, labelSuffix)
	return name
}

// localLabels gives unique names to the labels that blocks declare. Declarations in inner blocks
// come after those in outer blocks, and are processed first.
func localLabels(tokens []cpp.Token) []cpp.Token {
	z := slices.Clone(tokens)
	for i := len(z) - 1; i >= 0; i-- {
		if z[i].Text != "__label__" {
			continue
		}
		end := i
		for end < len(z) && z[end].Spelling() != ";" {
			end++
		}
		names := map[string]string{}
		for _, t := range z[i+1 : min(end, len(z))] {
			if t.Kind == cpp.Identifier {
				names[t.Text] = fmt.Sprintf("%s%s%d", t.Text, labelSuffix, i)
			}
		}
		for j, depth := end, 1; j < len(z) && depth > 0; j++ {
			switch z[j].Spelling() {
			case "{":
				depth++
			case "}":
				depth--
			}
			if to := names[z[j].Text]; to != "" && z[j].Kind == cpp.Identifier && isLabel(z, j) {
				z[j].Text = to
			}
		}
		z = slices.Delete(z, i, min(end+1, len(z)))
	}
	return z
}

// isLabel reports whether token i, a name, is the name of a label.
func isLabel(ts []cpp.Token, i int) bool {
	switch before := ts[i-1].Spelling(); before {
	case "goto":
		return true
	case "&&":
		operand := ts[i-2]
		value := operand.Kind == cpp.Identifier && operand.Text != "return" || operand.Kind == cpp.Number || operand.Kind == cpp.Char || operand.Kind == cpp.String
		return !value && operand.Spelling() != ")" && operand.Spelling() != "]"
	case ";", "{", "}", ":", ")", "else", "do":
		return i+1 < len(ts) && ts[i+1].Spelling() == ":"
	}
	return false
}

// closingBracket returns the index of the bracket that closes the one at i.
func closingBracket(ts []cpp.Token, i int) int {
	depth := 0
	for ; i < len(ts); i++ {
		switch ts[i].Spelling() {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth == 0 {
			break
		}
	}
	return i
}

// inlineDefinitions leaves out the bodies of functions that are extern, inline and gnu_inline if
// another definition follows. The linker finds that definition.
func inlineDefinitions(tokens []cpp.Token) []cpp.Token {
	type definition struct{ body, end int }
	z, inline := slices.Clone(tokens), map[string]definition{}
	var gone []definition
	words, open := map[string]bool{}, 0
	for i := 0; i < len(z); i++ {
		switch s := z[i].Spelling(); s {
		case ";":
			clear(words)
		case "(":
			end := closingBracket(z, i)
			if i > 0 && isAttribute(z[i-1]) {
				for _, t := range z[i:min(end, len(z))] {
					words[plainAttribute(t.Text)] = true
				}
			}
			open, i = i, end
		case "{":
			end := closingBracket(z, i)
			if i > 0 && z[i-1].Spelling() == ")" && open > 0 && z[open-1].Kind == cpp.Identifier {
				name := z[open-1].Text
				if d, ok := inline[name]; ok {
					gone = append(gone, d)
				}
				if delete(inline, name); words["extern"] && words["inline"] && words["gnu_inline"] {
					inline[name] = definition{i, end}
				}
				clear(words)
			}
			i = end
		default:
			words[strings.Trim(s, "_")] = true
		}
	}
	slices.SortFunc(gone, func(d, e definition) int { return e.body - d.body })
	for _, d := range gone {
		z = slices.Replace(z, d.body, min(d.end+1, len(z)), cpp.Token{Text: ";", Pos: z[d.body].Pos})
	}
	return z
}

func isAttribute(t cpp.Token) bool { return t.Text == "__attribute__" || t.Text == "__attribute" }

// oldDesignator returns the index of the value, if token i begins a designator without '=' in an
// initialiser; else 0.
func oldDesignator(ts []cpp.Token, i int) int {
	if i == 0 || ts[i].Spelling() != "[" || ts[i-1].Spelling() != "{" && ts[i-1].Spelling() != "," {
		return 0
	}
	end := closingBracket(ts, i) + 1
	if end >= len(ts) || slices.Contains([]string{"=", ".", "["}, ts[end].Spelling()) {
		return 0
	}
	return end
}

// packedName begins the name of the enumerator that marks its type as packed. Its value is 0.
const packedName = "$packed"

// packedEnums writes attribute packed of enumerations as an enumerator.
func packedEnums(tokens []cpp.Token) ([]cpp.Token, error) {
	var z []cpp.Token
	for i := 0; i < len(tokens); i++ {
		z = append(z, tokens[i])
		if tokens[i].Text != "enum" {
			continue
		}
		j, names := attributesAt(tokens, i+1)
		from := j
		if j < len(tokens) && tokens[j].Kind == cpp.Identifier {
			j++
		}
		if j >= len(tokens) || tokens[j].Spelling() != "{" {
			continue
		}
		end := min(closingBracket(tokens, j), len(tokens)-1)
		behind, more := attributesAt(tokens, end+1)
		if names = append(names, more...); !slices.Contains(names, "packed") {
			continue
		}
		for _, name := range names {
			if rule := attributeRules[name]; name != "packed" && rule.effect != attributeHarmless {
				return nil, unsupported(tokens[i].Pos, "attribute "+name+" on an enumeration")
			}
		}
		word := func(text string) cpp.Token { return cpp.Token{Text: text, Pos: tokens[i].Pos} }
		z = append(z, tokens[from:end]...)
		if z[len(z)-1].Spelling() != "," {
			z = append(z, word(","))
		}
		z = append(z, cpp.Token{Kind: cpp.Identifier, Text: fmt.Sprint(packedName, i), Pos: tokens[i].Pos}, word("="), cpp.Token{Kind: cpp.Number, Text: "0", Pos: tokens[i].Pos}, tokens[end])
		i = behind - 1
	}
	return z, nil
}

// attributesAt returns the names of the attributes that begin at token i, and the index of their
// end.
func attributesAt(ts []cpp.Token, i int) (end int, names []string) {
	for i+1 < len(ts) && isAttribute(ts[i]) {
		end := closingBracket(ts, i+1)
		if end-i < 5 || end >= len(ts) {
			return i, append(names, "")
		}
		for _, a := range splitTokens(ts[i+3 : end-1]) {
			if len(a) > 0 {
				names = append(names, plainAttribute(a[0].Text))
			}
		}
		i = end + 1
	}
	return i, names
}
