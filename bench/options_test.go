// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"cornet/bench/task"

	"github.com/stretchr/testify/require"
)

func TestBytes(t *testing.T) {
	for text, want := range map[string]Bytes{
		"0": 0, "65536": 65536, "4GiB": 4 << 30, "4g": 4 << 30, "512M": 512 << 20, "100 kB": 100_000,
		"1.5 GiB": 3 << 29, "7b": 7, "2TB": 2e12, " 1k ": 1024, "-1": -1,
	} {
		var z Bytes
		require.NoError(t, z.UnmarshalText([]byte(text)), text)
		require.Equal(t, want, z, text)
		var back Bytes
		require.NoError(t, back.UnmarshalText([]byte(z.String())))
		require.Equal(t, z, back)
	}
	for _, text := range []string{"", "GiB", "4 apples", "1e400", "nan", "99999999999T"} {
		var z Bytes
		require.ErrorContains(t, z.UnmarshalText([]byte(text)), "expected a number with an optional unit", text)
	}
	text, err := Bytes(3 << 20).MarshalText()
	require.NoError(t, err)
	require.Equal(t, "3MiB", string(text))
}

func TestSplitWords(t *testing.T) {
	for in, want := range map[string]string{
		"":                         "",
		"  ":                       "",
		"z3 -T:20 {}":              "z3|-T:20|{}",
		"a  b\tc\n":                "a|b|c",
		`sh -c 'z3 "$1" | cat' {}`: `sh|-c|z3 "$1" | cat|{}`,
		`a "b c" d`:                "a|b c|d",
		`"a \"b\" \\"`:             `a "b" \`,
		`'a\b'`:                    `a\b`,
		`a\ b c`:                   "a b|c",
		`x''y "" z`:                "xy||z",
		`"it's" 'say "x"'`:         `it's|say "x"`,
	} {
		words, err := splitWords(in)
		require.NoError(t, err, in)
		require.Equal(t, want, strings.Join(words, "|"), in)
	}
	for _, in := range []string{`a 'b`, `a "b`, `a \`} {
		_, err := splitWords(in)
		require.Error(t, err, in)
	}
}

func TestExpand(t *testing.T) {
	one := filling{task: task.Task{Name: "f/a.c", Files: []string{"/x/a.c"}, PropertyFile: "/p.prp", DataModel: "LP64"},
		timeout: 1500 * time.Millisecond, memory: 3 << 20}
	named := filling{task: task.Task{Language: task.C, Files: []string{"/x/a.c"}}, asked: task.Termination}
	two := filling{task: task.Task{Files: []string{"/x/a.c", "/x/b.c"}}}
	for _, tc := range []struct {
		template string
		f        filling
		want     string
	}{
		{"s {}", one, "s|/x/a.c"},
		{"s {file} -t {timeout} {timeout_ms} -m{memory_mb}", one, "s|/x/a.c|-t|2|1500|-m3"},
		{"s --in={} --again={file}", one, "s|--in=/x/a.c|--again=/x/a.c"},
		{"s {} end", two, "s|/x/a.c|/x/b.c|end"},
		{"s --p {property} {}", one, "s|--p|/p.prp|/x/a.c"},
		{"s --p {property} {}", two, "s|/x/a.c|/x/b.c"},
		{"s {property} {}", two, "s|/x/a.c|/x/b.c"},
		{"s --p {property} {}", named, "s|--p|termination|/x/a.c"},
		{"s {data_model} {}", two, "s|ILP32|/x/a.c|/x/b.c"},
		{"s --{data_model} {name} {}", one, "s|--LP64|f/a.c|/x/a.c"},
		{"s {x:1} {A} }{ {", one, "no {} where"},
		{"s '{\"a\": 1}' {}", one, `s|{"a": 1}|/x/a.c`},
		{"s in={}", two, "has 2 input files"},
		{"cornet {}", one, "/self|/x/a.c"},
	} {
		p, err := parseTemplate(tc.template, "/self")
		if err == nil {
			var words []string
			words, err = p.expand(tc.f)
			if err == nil {
				require.Equal(t, tc.want, strings.Join(words, "|"), tc.template)
				continue
			}
		}
		require.ErrorContains(t, err, tc.want, tc.template)
	}
}

func TestComplete(t *testing.T) {
	o, err := Options{Places: []string{"x/LIA.quick.set", "c/", "a b.yml"}}.complete()
	require.NoError(t, err)
	require.Equal(t, 20*time.Second, o.Timeout)
	require.Equal(t, 4*Bytes(1<<30), o.Memory)
	require.Equal(t, runtime.NumCPU(), o.Jobs)
	require.Equal(t, filepath.Join("bench-results", "LIA.quick+c+a_b"), o.Out)
	require.Equal(t, "LIA.quick+c+a_b", o.Title)
	require.NotNil(t, o.Log)
	many, err := Options{Places: strings.Split(strings.Repeat("some/long/name.yml,", 20), ",")[:20]}.complete()
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(many.Out, "+20"), many.Out)
	loaded, err := Options{Load: "dir/old.json"}.complete()
	require.NoError(t, err)
	require.Equal(t, filepath.FromSlash("dir/old"), loaded.Out)
}

func TestProgressNeedsTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "pipe"))
	require.NoError(t, err)
	defer f.Close()
	p := newProgress(f, 3)
	require.Nil(t, p)
	p.step(true, true)
	p.hide()
	require.Nil(t, newProgress(nil, 3))
	info, err := f.Stat()
	require.NoError(t, err)
	require.Zero(t, info.Size())
}
