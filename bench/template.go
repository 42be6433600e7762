// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cornet/bench/task"
)

// template is a command with placeholders, split into words.
type template struct {
	text  string // as given
	words []string
}

// filling has the values of placeholders in one run.
type filling struct {
	task    task.Task
	timeout time.Duration
	memory  int64
	asked   string // the property that is asked for
}

// property returns the property file of a program, or else the name of a property that is asked for
// by name.
func (f filling) property() string {
	if f.task.PropertyFile == "" && f.task.Language == task.C && f.asked != task.Reachability {
		return f.asked
	}
	return f.task.PropertyFile
}

// placeholders lists the words that may be in braces, in addition to {} and {file}, which may
// expand to several words.
var placeholders = map[string]func(filling) string{
	"timeout":    func(f filling) string { return strconv.Itoa(int((f.timeout + time.Second - 1) / time.Second)) },
	"timeout_ms": func(f filling) string { return strconv.FormatInt(f.timeout.Milliseconds(), 10) },
	"memory_mb":  func(f filling) string { return strconv.FormatInt(f.memory>>20, 10) },
	"property":   filling.property,
	"data_model": func(f filling) string { return f.task.Model() },
	"name":       func(f filling) string { return f.task.Name },
}

// parseTemplate splits a command into words and checks its placeholders. A first word "cornet"
// becomes self.
func parseTemplate(text, self string) (template, error) {
	words, err := splitWords(text)
	if err != nil {
		return template{}, fmt.Errorf("command %q: %w", text, err)
	}
	if len(words) == 0 {
		return template{}, errors.New("empty command")
	}
	t := template{text, words}
	input := false
	for _, w := range words {
		for _, name := range placeholdersIn(w) {
			if isInput(name) {
				input = true
			} else if placeholders[name] == nil {
				return template{}, fmt.Errorf("command %q: unknown placeholder {%s}: expected {}, %s", text, name, knownPlaceholders())
			}
		}
	}
	if !input {
		return template{}, fmt.Errorf("command %q: no {} where the input file goes", text)
	}
	if words[0] == "cornet" {
		words[0] = self
	}
	return t, nil
}

func isInput(name string) bool { return name == "" || name == "file" }

func knownPlaceholders() string {
	var names []string
	for name := range placeholders {
		names = append(names, "{"+name+"}")
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// placeholdersIn returns the names in braces: letters and underscores, or nothing. Other braces are
// text.
func placeholdersIn(word string) []string {
	var out []string
	for rest := word; ; {
		_, after, ok := strings.Cut(rest, "{")
		if !ok {
			return out
		}
		name, tail, ok := strings.Cut(after, "}")
		if !ok {
			return out
		}
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == "" {
			out = append(out, name)
			rest = tail
		} else {
			rest = after
		}
	}
}

// expand returns the words of the command for one run. A word that is {} or {file} becomes as many
// words as there are input files. Inside a word there must be exactly one file. A word that
// consists of an empty placeholder is left out, together with an option directly before it:
// "--property {property}" for a task without a property.
func (t template) expand(f filling) ([]string, error) {
	var out []string
	for _, w := range t.words {
		names := placeholdersIn(w)
		if len(names) == 1 && isInput(names[0]) && w == "{"+names[0]+"}" {
			out = append(out, f.task.Files...)
			continue
		}
		whole := len(names) == 1 && w == "{"+names[0]+"}"
		for _, name := range names {
			value := ""
			switch {
			case !isInput(name):
				value = placeholders[name](f)
			case len(f.task.Files) == 1:
				value = f.task.Files[0]
			default:
				return nil, fmt.Errorf("command %q: %q is part of a word, but task %s has %d input files", t.text, "{"+name+"}", f.task.Name, len(f.task.Files))
			}
			w = strings.ReplaceAll(w, "{"+name+"}", value)
		}
		if whole && w == "" {
			if n := len(out); n > 1 && strings.HasPrefix(out[n-1], "-") {
				out = out[:n-1]
			}
			continue
		}
		out = append(out, w)
	}
	return out, nil
}

// name returns a name for a solver without one: that of its program.
func (t template) name() string {
	base := filepath.Base(t.words[0])
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// splitWords splits a command at white space. Quotes keep white space, as in a shell: between
// single quotes every character is literal; between double quotes and outside quotes, a backslash
// makes the next character literal. Variables, globs and other features of a shell need "sh -c
// '...'".
func splitWords(s string) ([]string, error) {
	var words []string
	var b strings.Builder
	open := false // a word has begun, if only by quotes
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && c != '\\':
			b.WriteByte(c)
		case c == '\\':
			if i++; i == len(s) {
				return nil, errors.New("a backslash at the end")
			}
			b.WriteByte(s[i])
			open = true
		case c == quote:
			quote = 0
		case c == '\'' || c == '"':
			quote, open = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if open {
				words = append(words, b.String())
				b.Reset()
				open = false
			}
		default:
			b.WriteByte(c)
			open = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if open {
		words = append(words, b.String())
	}
	return words, nil
}
