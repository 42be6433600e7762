// SPDX-License-Identifier: Apache-2.0

package verdict

import (
	"fmt"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/flat"
)

// Describe is the path in words, a line each: inputs, values that change, what is not
// modelled, and the error. At most limit lines of the middle are kept, 0 means all.
func Describe(p *chc.Path, limit int) []string {
	var z []string
	last := map[string]string{}
	where := positions(p)
	for _, h := range p.Happenings {
		switch h.Kind {
		case chc.Input:
			z = append(z, fmt.Sprintf("%s: %s = %s", where(h.Pos), call(h.Name), value(h)))
		case chc.Assigns:
			v := value(h)
			if last[h.Name] == v || h.Result == nil {
				continue
			}
			last[h.Name] = v
			z = append(z, fmt.Sprintf("%s: %s = %s", where(h.Pos), h.Name, v))
		case chc.Inexact:
			z = append(z, fmt.Sprintf("%s: not modelled exactly: %s", where(h.Pos), h.Name))
		}
	}
	if limit > 0 && len(z) > limit {
		head := limit / 2
		tail := limit - head
		cut := fmt.Sprintf("… %d more …", len(z)-limit)
		z = append(append(append([]string(nil), z[:head]...), cut), z[len(z)-tail:]...)
	}
	return append(z, fmt.Sprintf("%s: %s", where(p.Failure.To), ErrorText(p.Failure)))
}

// ErrorText says what violated the property.
func ErrorText(failure chc.Step) string {
	if failure.Function != "" {
		return failure.Function + "() is called"
	}
	return [...]string{"the error function is called", "the assertion fails", "the label ERROR is reached", "a signed operation overflows"}[failure.Error]
}

func call(name string) string {
	if strings.Contains(name, " ") {
		return name
	}
	return name + "()"
}

// positions prints positions, with their threads if p has several.
func positions(p *chc.Path) func(cfg.Pos) string {
	several := p.Failure.To.Thread != 0
	for _, h := range p.Happenings {
		several = several || h.Pos.Thread != 0
	}
	if !several {
		return where
	}
	return func(at cfg.Pos) string {
		if at.Thread == 0 {
			return where(at) + " (main)"
		}
		return fmt.Sprintf("%s (thread %d)", where(at), at.Thread)
	}
}

func where(p cfg.Pos) string {
	if p.Line == 0 {
		return "start"
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// value is the value of an event.
func value(h chc.Happening) string {
	switch {
	case h.Result == nil:
		return "?"
	case h.Type.Kind == flat.Float:
		return h.Type.Format().String(h.Result)
	}
	return h.Result.String()
}

// Doubts lists the constructs on the path that are not modelled exactly, with their places, each
// once.
func Doubts(p *chc.Path) []string {
	var z []string
	seen := map[string]bool{}
	for _, h := range p.Happenings {
		if h.Kind != chc.Inexact {
			continue
		}
		text := fmt.Sprintf("%s: %s", where(h.Pos), h.Name)
		if !seen[text] {
			seen[text] = true
			z = append(z, text)
		}
	}
	return z
}

// Unset reports whether the path uses indeterminate values, which a replay cannot choose.
func Unset(p *chc.Path) bool {
	for _, h := range p.Happenings {
		if h.Kind == chc.Unset {
			return true
		}
	}
	return false
}
