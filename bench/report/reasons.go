// SPDX-License-Identifier: Apache-2.0

package report

import (
	"cmp"
	"slices"
	"strings"

	"cornet/bench/result"
)

// reason is one cause for which a solver left tasks unsolved.
type reason struct {
	Status  result.Status
	Text    string // numbers in it written as "#"
	Count   int
	Example string // the first task
}

const maxReasons = 10 // for each solver

// reasons groups a solver's unknown and crashed runs by cause, most frequent first. Numbers in the
// reasons, such as line numbers, are ignored.
func reasons(f *result.File, solver string) []reason {
	at := map[string]int{}
	var out []reason
	for _, r := range f.Runs {
		if r.Solver != solver || r.Status != result.Unknown && r.Status != result.Crash && r.Status != result.Lost {
			continue
		}
		text := blurNumbers(r.Reason)
		if text == "" {
			text = "no reason given"
		}
		key := r.Status.String() + " " + text
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, reason{Status: r.Status, Text: text, Example: r.Task})
		}
		out[i].Count++
	}
	slices.SortStableFunc(out, func(a, b reason) int { return cmp.Compare(b.Count, a.Count) })
	if len(out) > maxReasons {
		rest := reason{Text: "other reasons", Example: out[maxReasons].Example}
		for _, r := range out[maxReasons:] {
			rest.Count += r.Count
		}
		out = append(out[:maxReasons:maxReasons], rest)
	}
	return out
}

// blurNumbers replaces every run of digits by "#", except short ones that are part of a word or an
// exit code, which are informative.
func blurNumbers(s string) string {
	if code, rest, ok := strings.Cut(s, ": "); ok && strings.HasPrefix(code, "exit code ") {
		return code + ": " + blurNumbers(rest)
	}
	if strings.HasPrefix(s, "exit code ") {
		return s
	}
	var b strings.Builder
	word := false // the byte before is a letter
	for i := 0; i < len(s); {
		c := s[i]
		if c < '0' || c > '9' {
			word = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
			b.WriteByte(c)
			i++
			continue
		}
		j := i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if word && j-i <= 2 {
			b.WriteString(s[i:j])
		} else {
			b.WriteByte('#')
		}
		i = j
	}
	return b.String()
}
