// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cornet/encode/chc"
)

// Bounds of a picture of memory.
const (
	maxPictured = 8  // lines
	maxLinked   = 12 // objects of a list
	maxElements = 64 // of an array
)

// picture draws the memory at the end of an interpreter run, as far as the run has assigned it:
// linked lists, and arrays whose elements changed.
func picture(p *chc.Path) (lines []string) {
	if p.Partial {
		return nil
	}
	m := memory{fields: map[string]map[string]string{}, arrays: map[string]*array{}}
	for _, h := range p.Occurrences {
		if h.Kind == chc.Assigns && h.Text != "" && !strings.HasPrefix(h.Name, "<") && !strings.Contains(h.Name, ".__") {
			m.assign(objectOf(h.Name), h)
		}
	}
	if m.unknown {
		return nil
	}
	lines = append(m.lists(), m.buffers()...)
	return lines[:min(len(lines), maxPictured)]
}

// objectOf returns the object in an assignment to a place: for "x->end.next (l.end.next)", this is
// "l.end.next".
func objectOf(name string) string {
	if i := strings.LastIndex(name, " ("); i >= 0 && strings.HasSuffix(name, ")") {
		return name[i+2 : len(name)-1]
	}
	return name
}

// memory has the last assigned values.
type memory struct {
	fields  map[string]map[string]string // of structs
	order   []string                     // the structs, in the order of their first assignment
	arrays  map[string]*array
	arrayed []string
	unknown bool // something without a name was assigned
}

// array has the elements of an array of scalars.
type array struct {
	elements map[int]string
	bytes    bool
	changed  bool // changed by single elements
}

var elementPattern = regexp.MustCompile(`^([\w.]+)\[(\d+)\]$`)

func (m *memory) assign(object string, h chc.Occurrence) {
	if e := elementPattern.FindStringSubmatch(object); e != nil {
		if i, err := strconv.Atoi(e[2]); err == nil && i < maxElements {
			a := m.array(e[1])
			a.elements[i], a.changed, a.bytes = h.Text, true, h.Type.Width == 8
		}
		return
	}
	if strings.ContainsAny(object, "+()*>") {
		m.unknown = true
		return
	}
	list, whole := strings.CutPrefix(h.Text, "{")
	if whole {
		m.forget(object)
	}
	if whole && !strings.ContainsAny(list, "{…") {
		for i, x := range strings.Split(strings.TrimSuffix(list, "}"), ", ") {
			m.array(object).elements[i] = x
		}
		return
	}
	if i := strings.LastIndexByte(object, '.'); i > 0 && !strings.ContainsAny(object, "[ ") {
		of, field := object[:i], object[i+1:]
		if m.fields[of] == nil {
			m.fields[of] = map[string]string{}
			m.order = append(m.order, of)
		}
		m.fields[of][field] = h.Text
	}
}

// forget drops the values of the parts of an object.
func (m *memory) forget(object string) {
	part := func(name string) bool {
		rest, ok := strings.CutPrefix(name, object)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	}
	for of := range m.fields {
		if part(of) {
			m.fields[of] = map[string]string{}
		}
	}
	for name, a := range m.arrays {
		if part(name) {
			a.elements, a.changed = map[int]string{}, false
		}
	}
}

func (m *memory) array(name string) *array {
	a := m.arrays[name]
	if a == nil {
		a = &array{elements: map[int]string{}}
		m.arrays[name], m.arrayed = a, append(m.arrayed, name)
	}
	return a
}

// lists draws the objects that are linked by one member, if a path along it has at least two links.
func (m *memory) lists() (lines []string) {
	var members []string
	for _, of := range m.order {
		for _, field := range slices.Sorted(maps.Keys(m.fields[of])) {
			if m.fields[m.target(of, field)] != nil && !slices.Contains(members, field) {
				members = append(members, field)
			}
		}
	}
	for _, member := range members {
		linked := map[string]bool{}
		for _, of := range m.order {
			linked[m.target(of, member)] = true
		}
		drawn := map[string]bool{}
		// a circle has no first object, so any object may begin it
		for _, heads := range []bool{true, false} {
			for _, of := range m.order {
				if !drawn[of] && m.target(of, member) != "" && linked[of] != heads {
					if line, links := m.list(of, member, drawn); links > 1 {
						lines = append(lines, line)
					}
				}
			}
		}
	}
	return lines
}

// target returns the object that a member of an object points to, or "".
func (m *memory) target(of, member string) string {
	to, ok := strings.CutPrefix(m.fields[of][member], "&")
	if !ok {
		return ""
	}
	return to
}

// list draws the list that begins with an object.
func (m *memory) list(of, member string, drawn map[string]bool) (line string, links int) {
	line = "by " + member + ": " + m.object(of)
	for drawn[of] = true; ; links++ {
		to := m.target(of, member)
		switch {
		case to == "" && m.fields[of][member] != "":
			return line + " → " + m.fields[of][member], links
		case to == "":
			return line, links
		case drawn[to] || m.fields[to] == nil:
			return line + " → " + to, links + 1
		case links == maxLinked:
			return line + " → …", links
		}
		line += " → " + m.object(to)
		of = to
		drawn[of] = true
	}
}

// object draws an object with those members that are not pointers to objects.
func (m *memory) object(of string) string {
	var values []string
	for _, field := range slices.Sorted(maps.Keys(m.fields[of])) {
		if v := m.fields[of][field]; !strings.HasPrefix(v, "&") && v != "NULL" {
			values = append(values, field+" = "+v)
		}
	}
	if len(values) == 0 {
		return of
	}
	return of + " {" + strings.Join(values, ", ") + "}"
}

// buffers draws the arrays whose elements were changed.
func (m *memory) buffers() (lines []string) {
	for _, name := range m.arrayed {
		a := m.arrays[name]
		if !a.changed {
			continue
		}
		var elements []string
		text := a.bytes
		var chars strings.Builder
		for i := range slices.Max(slices.Collect(maps.Keys(a.elements))) + 1 {
			v, ok := a.elements[i]
			if !ok {
				v, text = "?", false
			}
			elements = append(elements, v)
			c, err := strconv.Atoi(v)
			text = text && err == nil && (c == 0 || c >= ' ' && c < 127)
			if text {
				chars.WriteByte(byte(c))
			}
		}
		line := fmt.Sprintf("%s: {%s}", name, strings.Join(elements, ", "))
		if text {
			line += " " + strconv.Quote(strings.TrimRight(chars.String(), "\x00"))
		}
		lines = append(lines, line)
	}
	return lines
}
