// SPDX-License-Identifier: Apache-2.0

package task

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree writes files below a fresh folder. Each key is a path, and each value is the file's text. A
// value that begins with "task " is short for a definition: "task INPUT PROPERTY=VERDICT ...".
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		if spec, ok := strings.CutPrefix(text, "task "); ok {
			text = definitionText(strings.Fields(spec))
		}
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return root
}

func definitionText(words []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "format_version: '2.0'\ninput_files: %s\nproperties:\n", words[0])
	for _, w := range words[1:] {
		name, verdict, _ := strings.Cut(w, "=")
		fmt.Fprintf(&b, "- property_file: ../%s.prp\n", name)
		if verdict != "" {
			fmt.Fprintf(&b, "  expected_verdict: %s\n", verdict)
		}
	}
	return b.String()
}

// describe prints the tasks in one line each: "track|family|name property expected".
func describe(tasks []Task) []string {
	var out []string
	for _, t := range tasks {
		property := t.Property
		if property == "" {
			property = "-"
		}
		out = append(out, fmt.Sprintf("%s|%s|%s %s %s", t.Track, t.Family, t.Name, property, t.Expected.Word(t.Language)))
	}
	return out
}

var collection = map[string]string{
	"chc/LIA.set":          "# all of it\n\nfam/a.yml\n  fam/b.yml\ndeep/**/c*.yml\n",
	"chc/LIA.quick.set":    "fam/b.yml\r\n",
	"chc/glob.set":         "fam/[ab].yml\n",
	"chc/stale.set":        "fam/a.yml\nfam/gone.yml\n",
	"chc/odd.set":          "deep/README\n",
	"chc/fam/a.yml":        "task a.smt2 check-sat=true",
	"chc/fam/a.smt2":       "",
	"chc/fam/b.yml":        "task b.smt2 check-sat=false",
	"chc/fam/b.smt2":       "",
	"chc/deep/x/y/c1.yml":  "task c1.smt2 check-sat",
	"chc/deep/x/y/c1.smt2": "",
	"chc/deep/c2.yml":      "task c2.smt2 other=true",
	"chc/deep/c2.smt2":     "",
	"chc/deep/README":      "",
	"c/loops/one.yml":      "task one.c termination=false unreach-call=true",
	"c/loops/one.c":        "",
	"c/loops/two.yml":      "task two.i no-overflow=true",
	"c/loops/two.i":        "",
	"c/loops/bare.c":       "",
	"c/loops/extra.yml":    "image: none of ours\n",
	"c/loops/list.yml":     "- just\n- a list\n",
	"c/.git/hidden.c":      "",
	"bare/q.smt2":          "",
	"other/fam/a.smt2":     "",
}

func TestFind(t *testing.T) {
	root := tree(t, collection)
	for _, tc := range []struct {
		name   string
		places string
		opts   Options
		want   []string
	}{
		{"a set, with comments, blanks and a deep glob", "chc/LIA.set", Options{}, []string{
			"LIA|fam|fam/a.smt2 check-sat sat",
			"LIA|fam|fam/b.smt2 check-sat unsat",
			"LIA|deep|deep/c2.smt2 other sat",
			"LIA|deep|deep/x/y/c1.smt2 check-sat unknown",
		}},
		{"the quick set names the same track", "chc/LIA.quick.set", Options{}, []string{
			"LIA|fam|fam/b.smt2 check-sat unsat",
		}},
		{"two sets that overlap", "chc/LIA.quick.set chc/glob.set", Options{}, []string{
			"LIA|fam|fam/b.smt2 check-sat unsat",
			"glob|fam|fam/a.smt2 check-sat sat",
		}},
		{"a directory: definitions, then what they do not name", "c", Options{}, []string{
			"c|loops|loops/one.c unreach-call TRUE",
			"c|loops|loops/bare.c - UNKNOWN",
		}},
		{"another property", "c", Options{Property: "no-overflow"}, []string{
			"c|loops|loops/two.i no-overflow TRUE",
			"c|loops|loops/bare.c - UNKNOWN",
		}},
		{"single files", "bare/q.smt2 c/loops/one.yml", Options{}, []string{
			"bare||q.smt2 - unknown",
			"loops||one.c unreach-call TRUE",
		}},
		{"a definition replaces the bare input that came before it", "chc/fam/a.smt2 chc/fam/a.yml", Options{}, []string{
			"fam||a.smt2 check-sat sat",
		}},
		{"a name that two roots share gets the track in front", "chc/LIA.set other", Options{Match: regexp.MustCompile("a.smt2")}, []string{
			"LIA|fam|LIA/fam/a.smt2 check-sat sat",
			"other|fam|other/fam/a.smt2 - unknown",
		}},
		{"and the whole path where the track does not help", "chc/fam chc/deep bare other/fam", Options{Match: regexp.MustCompile("^a.smt2")}, []string{
			"fam||" + filepath.ToSlash(root) + "/chc/fam/a.smt2 check-sat sat",
			"fam||" + filepath.ToSlash(root) + "/other/fam/a.smt2 - unknown",
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			found, err := Find(under(root, tc.places), tc.opts)
			require.NoError(t, err)
			require.Equal(t, tc.want, describe(found.Tasks))
			for _, task := range found.Tasks {
				for _, f := range append(task.Files, task.PropertyFile) {
					require.True(t, f == "" || filepath.IsAbs(f), "%s is not absolute", f)
				}
			}
		})
	}
}

func under(root, places string) []string {
	var out []string
	for _, p := range strings.Fields(places) {
		out = append(out, filepath.Join(root, filepath.FromSlash(p)))
	}
	return out
}

func TestFindSaysWhatItLeavesOut(t *testing.T) {
	root := tree(t, collection)
	found, err := Find(under(root, "c"), Options{})
	require.NoError(t, err)
	require.Len(t, found.Skipped, 1)
	require.Contains(t, found.Skipped[0], `two.yml: has no property "unreach-call"`)

	found, err = Find(under(root, "chc/LIA.set chc/glob.set"), Options{})
	require.NoError(t, err)
	require.Equal(t, 2, found.Duplicates)
}

func TestFindErrors(t *testing.T) {
	root := tree(t, collection)
	for places, want := range map[string]string{
		"gone.set":            "no such file",
		"chc/stale.set":       `stale.set:2: "fam/gone.yml" matches no file`,
		"chc/odd.set":         "README: not a task",
		"c/loops/extra.yml":   "not a task definition: no key input_files",
		"c/loops/two.yml":     "1 left out",
		"chc/deep/README":     "expected .set, .yml",
		"chc/fam/nothere.yml": "no such file",
	} {
		_, err := Find(under(root, places), Options{})
		require.ErrorContains(t, err, want, places)
	}
	_, err := Find(under(root, "bare"), Options{Match: regexp.MustCompile("^nothing$")})
	require.ErrorContains(t, err, `with names that match "^nothing$"`)
}

// TestFindBenchmarks reads the development benchmarks if they are available.
func TestFindBenchmarks(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "shared", "bench")
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the benchmark collection ../shared/bench is not beside this repository")
	}
	found, err := Find([]string{filepath.Join(shared, "chc", "LIA.quick.set")}, Options{})
	require.NoError(t, err)
	require.Len(t, found.Tasks, 60)
	found, err = Find([]string{filepath.Join(shared, "c")}, Options{})
	require.NoError(t, err)
	require.Len(t, found.Tasks, 366)
	unsafe := 0
	for _, task := range found.Tasks {
		require.Equal(t, C, task.Language)
		require.Equal(t, "unreach-call", task.Property)
		if task.Expected == False {
			unsafe++
		}
	}
	require.Equal(t, 154, unsafe)
}
