// SPDX-License-Identifier: Apache-2.0

// Package option reads the table of options. The table consists of structs: a field with a help tag
// is an option, and its tags are the rest of its line.
//
//	Cases int `group:"engine" range:"0,64" placeholder:"N" help:"explore a clause case by case when its disjunctions have at most N"`
//
// The tags name, default, enum, short, placeholder, negatable, hidden and help are those of
// github.com/alecthomas/kong, which makes the command line of the same structs. A group is one of
// [Groups]; a range bounds a number. The zero value of an option is its default, unless the tag
// default names another one, by which [Fill] replaces the zero value.
package option

import (
	"cmp"
	"encoding"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Groups are the groups of options, from everyday use to measurements: the values of the tag group,
// and the headings over the options. An option without the tag is in the first group.
var Groups = [...]struct{ Name, Title string }{
	{"everyday", "Options:"},
	{"engine", "Engines and solvers:"},
	{"cluster", "Clusters:"},
	{"experiment", "Experiments:"},
}

// option is an option of a struct.
type option struct {
	reflect.StructField
	value reflect.Value
}

// name returns the name of the option on the command line.
func (o option) name() string {
	if name := o.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, c := range o.Name {
		if unicode.IsUpper(c) && i > 0 && unicode.IsLower(rune(o.Name[i-1])) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// visit calls f for the options of structs, given by pointers, and of those that are embedded in
// them.
func visit(f func(option), structs ...any) {
	for _, s := range structs {
		v := reflect.ValueOf(s).Elem()
		for _, field := range reflect.VisibleFields(v.Type()) {
			if _, ok := field.Tag.Lookup("help"); ok {
				f(option{field, v.FieldByIndex(field.Index)})
			}
		}
	}
}

// standard returns the default of an option.
func (o option) standard() (reflect.Value, error) {
	z := reflect.New(o.value.Type()).Elem()
	if text := o.Tag.Get("default"); text != "" && !strings.HasPrefix(text, "$") {
		return z, set(z, text)
	}
	return z, nil
}

// Changed returns the options whose value is neither zero nor their default, as name=value.
func Changed(structs ...any) (z []string) {
	visit(func(o option) {
		if d, err := o.standard(); !o.value.IsZero() && (err != nil || !reflect.DeepEqual(d.Interface(), o.value.Interface())) {
			z = append(z, fmt.Sprint(o.name(), "=", o.value))
		}
	}, structs...)
	return z
}

// Fill gives options that are zero their defaults.
func Fill(structs ...any) (err error) {
	visit(func(o option) {
		d, bad := o.standard()
		if err = cmp.Or(err, bad); err == nil && o.value.IsZero() {
			o.value.Set(d)
		}
	}, structs...)
	return err
}

// Check returns an error if an option is out of its range.
func Check(structs ...any) (err error) {
	visit(func(o option) {
		low, high, ok := strings.Cut(o.Tag.Get("range"), ",")
		if !ok || err != nil {
			return
		}
		x := number(fmt.Sprint(o.value.Interface()))
		if x.Cmp(number(low)) < 0 || high != "" && x.Cmp(number(high)) > 0 {
			err = fmt.Errorf("--%s=%v: expected a number in the range %s", o.name(), o.value, Range(o.Tag.Get("range")))
		}
	}, structs...)
	return err
}

// Range returns the text for the tag range.
func Range(tag string) string {
	low, high, _ := strings.Cut(tag, ",")
	if high == "" {
		high = "…"
	}
	return low + " to " + high
}

func number(text string) *big.Int {
	z, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(fmt.Sprintf("option: %q is no number", text))
	}
	return z
}

// set reads a value.
func set(v reflect.Value, text string) error {
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch v.Interface().(type) {
	case string:
		v.SetString(text)
	case time.Duration:
		d, err := ParseDuration(text)
		v.SetInt(int64(d))
		return err
	case int:
		n, err := strconv.Atoi(text)
		v.SetInt(int64(n))
		return err
	case bool:
		b, err := strconv.ParseBool(text)
		v.SetBool(b)
		return err
	default:
		return fmt.Errorf("option: no default of type %v", v.Type())
	}
	return nil
}

// ParseDuration reads a time: a Go duration, or a number of seconds.
func ParseDuration(text string) (time.Duration, error) {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e9 {
		return time.Duration(seconds * float64(time.Second)), nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a time: write 90s, 1m30s or a number of seconds", text)
	}
	return d, nil
}

// Bytes is an amount of memory: bytes, or a number with a suffix K, M, G or T (powers of 1024; an i
// and a B may follow). A number below leastBytes is assumed to lack its unit.
type Bytes uint64

const leastBytes = 1 << 20

// UnmarshalText implements encoding.TextUnmarshaler.
func (z *Bytes) UnmarshalText(text []byte) error {
	s := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(string(text)), "B"), "I")
	shift := 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if number, ok := strings.CutSuffix(s, unit); ok {
			s, shift = number, 10*(i+1)
		}
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n<<shift>>shift != n {
		return fmt.Errorf("%q is not an amount of memory: write 2G, 500M or a number of bytes", text)
	}
	if shift == 0 && n < leastBytes && !strings.HasSuffix(strings.ToUpper(string(text)), "B") {
		return fmt.Errorf("%q is an amount of memory without a unit: write %dM or %dG", text, n, n)
	}
	*z = Bytes(n << shift)
	return nil
}

// ReadWord reads a value of an enumeration, whose words are in the order of its values.
func ReadWord[T ~uint8](z *T, text []byte, words ...string) error {
	for i, w := range words {
		if w == string(text) {
			*z = T(i)
			return nil
		}
	}
	return fmt.Errorf("must be one of %s but got %q", strings.Join(words, ", "), text)
}
