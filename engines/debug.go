// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Debug holds the switches of the command line's -d=unit/flag=n. The zero value has all of them
// off. Adding a field adds the switch and its help.
type Debug struct {
	ItpCheck       int `flag:"itp/check" help:"check every n-th interpolation query"`
	LawiCheck      int `flag:"lawi/check" help:"check the covering relation after every node"`
	TransformCheck int `flag:"transform/check" help:"validate witnesses after every pass that they are translated back through"`
	TransformDump  int `flag:"transform/dump" help:"write the system after every pass to <seq>_<pass>.smt2"`
}

// UnmarshalText turns on the switches in text, a comma-separated list of unit/flag or unit/flag=n.
func (d *Debug) UnmarshalText(text []byte) error {
	for _, item := range strings.Split(string(text), ",") {
		name, number, valued := strings.Cut(item, "=")
		n := 1
		if valued {
			var err error
			if n, err = strconv.Atoi(number); err != nil || n < 0 {
				return fmt.Errorf("debug switch %s needs a number, not %q", name, number)
			}
		}
		field := d.field(name)
		if !field.IsValid() {
			return fmt.Errorf("no debug switch is called %q; there are\n%s", name, DebugHelp())
		}
		field.SetInt(int64(n))
	}
	return nil
}

func (d *Debug) field(name string) reflect.Value {
	v := reflect.ValueOf(d).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("flag") == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// DebugHelp lists the debug switches, a line each.
func DebugHelp() string {
	var lines []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Debug]()) {
		lines = append(lines, fmt.Sprintf("  %-18s %s", f.Tag.Get("flag"), f.Tag.Get("help")))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
