// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
)

// C does not specify the order in which the arguments of a call are evaluated, and compilers differ
// from the model. So each value of a path goes to the call that consumed it. A call is identified
// by the number of its mention of the function in the preprocessed text, in which macros are
// expanded and headers included.

// source is the preprocessed text of a program, to be changed at some of its tokens.
type source struct {
	text   string
	tokens []span
	edits  []edit
	top    map[string]outermost // by name; nil until it is needed
}

// outermost has the occurrences of a name outside braces.
type outermost struct {
	first   int  // index of the token
	defined bool // it seems to be a function
}

// outside finds a name in the text outside braces. Cost: linear in the text, once.
func (s *source) outside(name string) (z outermost, ok bool) {
	if s.top == nil {
		s.top = map[string]outermost{}
		for i, t := range s.tokens {
			if t.depth != 0 {
				continue
			}
			x, seen := s.top[s.at(i)]
			if !seen {
				x.first = i
			}
			x.defined = x.defined || s.at(i+1) == "(" && s.body(i+1) >= 0
			s.top[s.at(i)] = x
		}
	}
	z, ok = s.top[name]
	return z, ok
}

// A span is a token with its place in the text.
type span struct {
	from, to int
	depth    int  // number of braces around it
	system   bool // it comes from a header of the system
	line     line // its origin
}

// An edit replaces a piece of the text.
type edit struct {
	from, to int
	by       string
}

// spans finds the tokens of a preprocessed text; for another text, its tokens without its headers.
func spans(text string) *source {
	s := &source{text: text}
	system, depth, start := false, 0, true // start: only space on the line so far
	at := line{n: 1}
	for i := 0; i < len(text); {
		n := lexemeLength(text[i:], start)
		word := text[i : i+n]
		switch c := word[0]; {
		case c == '\n':
			start = true
		case c == '#' && start: // # 12 "file" flags
			if f := strings.Fields(word); len(f) > 2 && f[0] == "#" {
				system = slices.Contains(f[2:], "3")
				if n, err := strconv.Atoi(f[1]); err == nil {
					// the marker numbers the next line, which begins after this one ends
					at = line{strings.Trim(f[2], "\""), n - 1}
				}
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v', strings.HasPrefix(word, "/*"), strings.HasPrefix(word, "//"):
		default:
			start = false
			switch c {
			case '{':
				depth++
			case '}':
				depth--
			}
			s.tokens = append(s.tokens, span{i, i + n, depth, system, at})
		}
		at.n += strings.Count(word, "\n")
		i += n
	}
	return s
}

// at returns the i-th token, or "" beyond the ends.
func (s *source) at(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.text[s.tokens[i].from:s.tokens[i].to]
}

// notMentions are tokens after which a name means something else: a member, a tag or a label.
var notMentions = []string{".", "struct", "union", "enum", "goto"}

// mentions returns the tokens of the program's own text that are a name, as an expression or a
// declared name.
func (s *source) mentions(name string) (z []int) {
	for i, t := range s.tokens {
		if !t.system && s.at(i) == name && !slices.Contains(notMentions, s.at(i-1)) && !(s.at(i-1) == ">" && s.at(i-2) == "-") {
			z = append(z, i)
		}
	}
	return z
}

// replace replaces a token.
func (s *source) replace(i int, by string) {
	s.edits = append(s.edits, edit{s.tokens[i].from, s.tokens[i].to, by})
}

// edited returns the texts of the files with all edits. Each follows head.
func (s *source) edited(head string) (texts []string) {
	slices.SortFunc(s.edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	last := 0
	for _, e := range s.edits {
		b.WriteString(s.text[last:e.from])
		b.WriteString(e.by)
		last = e.to
	}
	b.WriteString(s.text[last:])
	for text := range strings.SplitSeq(b.String(), fileMark) {
		texts = append(texts, head+text)
	}
	return texts
}

// inputs are the values of a path, by the function of the harness that returns them. There is one
// function for each known call, and one for the rest.
type inputs struct {
	functions []inputFunction
	index     map[string]int // position of functions, by name
	// complete means that a run gets every input. ordered means that it gets them at the places
	// that the path has.
	complete, ordered bool
	fails             string // for each allocation, '1' if it fails and '0' otherwise
}

// An inputFunction returns values in their order.
type inputFunction struct {
	name   string
	input  string // the function of the program that it represents
	values []chc.Occurrence
}

func (z *inputs) function(name, input string) *inputFunction {
	i, ok := z.index[name]
	if !ok {
		i = len(z.functions)
		z.index[name] = i
		z.functions = append(z.functions, inputFunction{name: name, input: input})
	}
	return &z.functions[i]
}

// placeInputs redirects the calls of a preprocessed program to functions that return their own
// values.
func (s *source) placeInputs(prog Program, p *chc.Path) (head string, z *inputs) {
	z = &inputs{index: map[string]int{}, complete: true, ordered: true}
	var declared strings.Builder
	mentions := map[string][]int{} // nil if the model has counted the mentions differently
	for _, h := range p.Occurrences {
		if h.Kind != chc.Input {
			continue
		}
		if of, ok := allocation(h.Name); ok && slices.Contains(allocators, of) && prog.has(h.Pos.File) {
			digit := "0"
			if h.Result != nil && h.Result.Sign() != 0 {
				digit = "1"
			}
			z.fails += digit
			continue
		}
		if strings.Contains(h.Name, " ") || strings.HasPrefix(h.Name, "__cornet_") { // an argument of main, or an input of a model
			z.complete = false
			continue
		}
		at, known := mentions[h.Name]
		if !known {
			if at = s.mentions(h.Name); len(at) != prog.Mentions[h.Name] {
				at = nil
			}
			mentions[h.Name] = at
		}
		rest := z.function(h.Name, h.Name)
		k := h.Pos.Mention
		if k == 0 || k > len(at) || s.at(at[k-1]+1) != "(" {
			rest.values = append(rest.values, h)
			z.ordered = z.ordered && len(rest.values) == 1
			z.complete = z.complete && !knownFunctions[h.Name]
			continue
		}
		site := "cornet_input_" + h.Name + "_" + strconv.Itoa(k)
		if _, ok := z.index[site]; !ok {
			declared.WriteString("extern void " + site + "(void);\n")
			s.replace(at[k-1], fmt.Sprintf("((%s *)%s)", s.typeOf(h.Name, at[k-1]), site))
		}
		own := z.function(site, h.Name)
		own.values = append(own.values, h)
	}
	return declared.String(), z
}

// typeOf returns the type of the function that token i calls.
func (s *source) typeOf(name string, i int) string {
	if z, ok := s.outside(name); ok && z.first < i {
		return "__typeof__(" + name + ")"
	}
	return "__typeof__(int())" // the call itself declares it
}

// markErrors inserts a call where the program reaches an error of its own: at a label, or in the
// body of a function.
func (s *source) markErrors(prog Program, p *chc.Path, m *marks) (head string) {
	for i := range s.tokens {
		switch name := s.at(i); {
		case name == "ERROR" && p.Failure.Error == cfg.ErrorLabel && s.at(i+1) == ":" && slices.Contains(beforeStatements, s.at(i-1)):
			if slices.Contains(beforeBlockItems, s.at(i-1)) {
				s.replace(i+1, ": "+m.label(prog, s.tokens[i].line)+";")
				// the statement after the label remains a single statement, together with the call
			} else {
				s.replace(i+1, ": if ("+m.label(prog, s.tokens[i].line)+", 0) ; else")
			}
		case slices.Contains(errorFunctions(p), name) && s.tokens[i].depth == 0 && s.at(i+1) == "(":
			if body := s.body(i + 1); body >= 0 {
				s.replace(body, "{ cornet_reached();")
			}
		}
	}
	if len(s.edits) == 0 {
		return ""
	}
	return "extern void cornet_reached(void), cornet_at(int);\n"
}

// beforeBlockItems are the tokens after which a label begins an item of a block.
var beforeBlockItems = []string{"{", "}", ";"}

// enter renames a function main of the program, if the harness has a main that calls the function
// entry.
func (s *source) enter(entry string) {
	if entry == "" {
		return
	}
	for _, i := range s.mentions("main") {
		s.replace(i, "cornet_main")
	}
}

// beforeStatements are the tokens after which a label may occur.
var beforeStatements = []string{"{", "}", ";", ":", ")", "else", "do"}

// body returns the brace at the beginning of the body of the function whose parameters begin at
// token i, or -1.
func (s *source) body(i int) int {
	if end := s.closing(i); end > 0 && s.at(end+1) == "{" {
		return end + 1
	}
	return -1
}

// closing returns the parenthesis that closes the one at token i, or -1.
func (s *source) closing(i int) int {
	for depth := 0; i < len(s.tokens); i++ {
		switch s.at(i) {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			if s.at(i) == ")" {
				return i
			}
			return -1
		}
	}
	return -1
}

// defines reports whether the text seems to have a definition of the function.
func (s *source) defines(name string) bool {
	z, _ := s.outside(name)
	return z.defined
}
