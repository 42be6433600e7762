// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestExtents gives the parts of a function that are executed on its third line. If a part begins
// on an earlier line, the extent includes that.
func TestExtents(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string // the first and the last token of each part; nil if not known
	}{
		{"\nx = 1; y = 2;", []string{"x;", "y;"}},
		{"x = a() &&\nb();", []string{"x;"}},
		{"if (a)\nx = 1;", []string{"x;"}},
		{"if (a &&\nb) x = 1;", []string{"if)", "x;"}},
		{"\n} else if (a) {", []string{"if)"}},
		{"for (i = 0;\ni < 3; i++) x++;", []string{"for)", "x;"}},
		{"int a[] = { f(),\ng() };", nil},
		{"x = ({ f();\ng(); });", nil},
		{"x = (struct s){ f(),\ng() };", nil},
		{"\nint a[] = { f(), g() };", []string{"int;"}},
		{"int a[] =\n{ f() };", nil},
		{"do {\nx = 1; } while (x);", []string{"x;", "while)"}},
		{"again:\nx = a ? b : c;", []string{"x;"}},
	} {
		z, known := File{Text: "int f(void) {\n" + test.text + "\n}\n"}.Extents(3)
		require.Equal(t, test.want != nil, known, test.text)
		var got []string
		for _, x := range z {
			got = append(got, x.first.text+x.last.text)
		}
		if known {
			require.Equal(t, test.want, got, test.text)
		}
	}
}
