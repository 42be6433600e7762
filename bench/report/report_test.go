// SPDX-License-Identifier: Apache-2.0

package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cornet/bench/result"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sampleFile reads the results that the tests of package result keep as a golden file.
func sampleFile(t *testing.T) *result.File {
	t.Helper()
	f, err := result.ReadFile(filepath.Join("..", "result", "testdata", "sample.json"))
	require.NoError(t, err)
	return f
}

// olderFile returns the sample as an earlier run might have found it. Since then, one task each was
// gained, was lost, changed its verdict, became slower and became faster.
func olderFile(t *testing.T) *result.File {
	t.Helper()
	f := sampleFile(t)
	f.Version = "v0.0.9"
	swap := func(name string, edit func(*result.Run)) {
		for i := range f.Runs {
			if f.Runs[i].Task == name && f.Runs[i].Solver == "cornet" {
				edit(&f.Runs[i])
				return
			}
		}
		t.Fatalf("no run of %s", name)
	}
	silence := func(r *result.Run) { r.Answer, r.Given, r.Validation = 0, true, nil }
	swap("small/a.smt2", silence)
	swap("small/b.smt2", func(r *result.Run) { r.Wall = 8 })
	swap("loops/j.c", func(r *result.Run) { r.Wall = 1 })
	swap("large/e.smt2", silence)
	swap("i.smt2", func(r *result.Run) { r.End, r.Answer, r.Given, r.Wall = 0, 2, true, 18 })
	f.Solvers = f.Solvers[:1]
	f.Normalise()
	return f
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "run the test with -update if this is meant")
}

func TestGoldenMarkdown(t *testing.T) {
	f := sampleFile(t)
	o := Options{Comparisons: result.Compare(olderFile(t), f), Against: "old.json"}
	golden(t, "sample.md", Markdown(f, o))
	golden(t, "summary.md", Summary(f, o))
}

func TestMarkdownOfLittle(t *testing.T) {
	f := sampleFile(t)
	f.Complete = false
	f.Runs = f.Runs[:1]
	f.Normalise()
	require.Contains(t, Markdown(f, Options{Title: "Night"}), "# Night\n")
	require.Contains(t, Summary(f, Options{}), "**Interrupted: 1 of 33 runs are done.**")
	f.Runs = nil
	f.Normalise()
	require.Contains(t, Markdown(f, Options{}), "–", "the mean of nothing")
	require.NotContains(t, Markdown(f, Options{}), "NaN")
}

func TestHTML(t *testing.T) {
	f := sampleFile(t)
	o := Options{Comparisons: result.Compare(olderFile(t), f), Against: "old.json"}
	page := htmlOf(t, f, o)
	require.Equal(t, page, htmlOf(t, sampleFile(t), o), "equal results give equal bytes")

	require.NotRegexp(t, `(?i)(src|href)\s*=`, page, "the page must hold everything itself")
	links := regexp.MustCompile(`https?://[^"' <]+`).FindAllString(page, -1)
	for _, l := range links {
		require.Equal(t, "http://www.w3.org/2000/svg", l)
	}
	for _, part := range []string{
		"Wrong answers: 2", "Solvers disagree: 2", "Changes of cornet", "loops/&lt;k&amp;k&gt;.c",
		"witness for sat malformed", "var(--plot-s0)", "--plot-s0:#58a6ff",
	} {
		require.Contains(t, page, part)
	}
	require.NotContains(t, page, "ZgotmplZ", "the template engine refused a value")
	require.Equal(t, 4, strings.Count(page, `<svg class="plot"`), "one quantile plot, three pairs")
	require.Equal(t, len(f.Tasks), strings.Count(page, "<tr data-k="))
	if dir := os.Getenv("BENCH_REPORT_DIR"); dir != "" { // a folder in which to view the pages
		require.NoError(t, os.WriteFile(filepath.Join(dir, "sample.html"), []byte(page), 0o644))
	}
}

func htmlOf(t *testing.T, f *result.File, o Options) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, HTML(&b, f, o))
	return b.String()
}

func TestHTMLOfLittle(t *testing.T) {
	f := sampleFile(t)
	f.Runs = nil
	f.Solvers = f.Solvers[:1]
	f.Normalise()
	require.Contains(t, htmlOf(t, f, Options{}), "0<span")
	require.ErrorContains(t, HTML(io.Discard, &result.File{}, Options{}), "no solver")
}

func TestSVG(t *testing.T) {
	f := sampleFile(t)
	for name, svg := range map[string]string{"cactus": Cactus(f), "scatter": onPaper(scatter(f, 0, 1).SVG())} {
		require.NotContains(t, svg, "var(")
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
		}
		if dir := os.Getenv("BENCH_REPORT_DIR"); dir != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name+".svg"), []byte(svg), 0o644))
		}
	}
}

func TestBlurNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "",
		"line 17 column 4: bad":           "line # column #: bad",
		"exit code 2: line 17":            "exit code 2: line #",
		"exit code 139":                   "exit code 139",
		"x1 not supported, Int32 x123456": "x1 not supported, Int32 x#",
		"at 0x1f":                         "at #x1f",
		"unicode é 12":                    "unicode é #",
	} {
		require.Equal(t, want, blurNumbers(in))
	}
}

func TestNumbers(t *testing.T) {
	require.Equal(t, "0.04 9.99 19.9 1234", strings.Join([]string{seconds(0.04), seconds(9.991), seconds(19.91), seconds(1234.4)}, " "))
	require.Equal(t, "1", mebibytes(1<<20))
}
