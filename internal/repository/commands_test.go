// SPDX-License-Identifier: Apache-2.0

package repository

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/machine"
	"cornet/internal/test/need"
)

// mostNotRun bounds the command lines of the pages that are marked as not run.
const mostNotRun = 20

var (
	// program is the first word of a block of command lines that shows no output.
	program = regexp.MustCompile(`^(\$|cornet|bin/cornet|go|make|cd|python3|jq|npm|node|z3|gcc|benchexec|printf|echo|tools/\S+)( |$)`)
	mark    = regexp.MustCompile(`^<!-- (not run|needs|file|usage|conversation):? ?(.*?) -->$`)
	indent  = regexp.MustCompile(`^ *`)
	// inline is code in running text.
	inline = regexp.MustCompile("`([^`\n]+)`")
	// typed is a line of a conversation that the user types. All other lines are answers.
	typed = regexp.MustCompile(`^\((set-|declare-|define-|assert|check-|get-|push|pop|reset|echo|exit|rule|query)`)
	flag  = regexp.MustCompile(`(?:^|[ (])(--[a-z][a-z0-9-]*)`)
)

// block is a code block of a page.
type block struct {
	line       int // of its first line of code, from 1
	lines      []string
	mark, text string // of the comment in front of it
}

// isCommands reports whether the block consists of command lines.
func (b *block) isCommands() bool {
	return b.mark != "file" && len(b.lines) > 0 && program.MatchString(b.lines[0])
}

// blocks returns the code blocks of a page, fenced or indented, without their indentation.
func blocks(page string) (z []*block) {
	lines := strings.Split(page, "\n")
	comment := []string{"", ""}
	for i := 0; i < len(lines); i++ {
		text := strings.TrimSpace(lines[i])
		depth := len(indent.FindString(lines[i]))
		fenced := strings.HasPrefix(text, "```")
		switch {
		case text == "":
			continue
		case mark.MatchString(text):
			comment = mark.FindStringSubmatch(text)[1:]
			continue
		case !fenced && (depth < 4 || i > 0 && strings.TrimSpace(lines[i-1]) != ""):
			comment = []string{"", ""}
			continue
		}
		b := &block{line: i + 1, mark: comment[0], text: comment[1]}
		comment = []string{"", ""}
		if fenced {
			i++
			b.line++
		}
		for ; i < len(lines) && !(fenced && strings.TrimSpace(lines[i]) == "```"); i++ {
			if !fenced && lines[i] != "" && len(indent.FindString(lines[i])) < depth {
				i--
				break
			}
			b.lines = append(b.lines, strings.TrimRight(strings.TrimPrefix(lines[i], strings.Repeat(" ", depth)), " "))
		}
		for len(b.lines) > 0 && b.lines[len(b.lines)-1] == "" {
			b.lines = b.lines[:len(b.lines)-1]
		}
		z = append(z, b)
	}
	return z
}

// step is a command line with the output that the page shows.
type step struct {
	line    int
	command string
	want    []string
	shown   bool   // the page shows output
	input   string // on standard input
}

// steps returns the command lines of a block: those that begin with "$ ", or all when none does.
func (b *block) steps() (z []step) {
	shown := strings.HasPrefix(b.lines[0], "$ ")
	for i, l := range b.lines {
		command, is := strings.CutPrefix(l, "$ ")
		switch {
		case is || !shown && l != "":
			z = append(z, step{line: b.line + i, command: command, shown: shown})
		case b.mark == "conversation" && typed.MatchString(l):
			z[len(z)-1].input += l + "\n"
		case shown:
			s := &z[len(z)-1]
			s.want = append(s.want, l)
		}
	}
	return z
}

// busy is an additional remark of a replay. It is printed if the machine is so busy that the given
// schedule does not come about.
var busy = strings.NewReplacer("running the program: ", "running the program: (?:in another schedule: )?")

// pattern matches the lines that a page shows: … represents any text of a line, and alone in a line
// for any lines.
func pattern(want []string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`^`)
	for _, l := range want {
		if l == "…" {
			b.WriteString(`(?:.*\n)*?`)
			continue
		}
		b.WriteString(busy.Replace(strings.ReplaceAll(regexp.QuoteMeta(strings.TrimRight(l, " ")), "…", `.*`)) + ` *\n`)
	}
	return regexp.MustCompile(b.String() + `$`)
}

// builtCornet returns a folder with the program as "cornet" and "bin/cornet".
func builtCornet(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "cornet"), "../../cmd/cornet").CombinedOutput()
	require.NoError(t, err, string(out))
	return dir
}

// scratch returns a writable folder that looks like the repository's root.
func scratch(t *testing.T, bin string) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	dir := t.TempDir()
	for _, e := range entries {
		// so that a page's git commands affect only the copy
		if e.Name() != "bin" && !strings.HasPrefix(e.Name(), ".git") {
			require.NoError(t, os.Symlink(filepath.Join(root, e.Name()), filepath.Join(dir, e.Name())))
		}
	}
	require.NoError(t, os.Symlink(bin, filepath.Join(dir, "bin")))
	return dir
}

// pages returns the pages with command lines: README.md, CONTRIBUTING.md, and the pages of docs
// except its log.
func pages(t *testing.T) (z []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	for _, glob := range []string{"*.md", "docs/*.md", "docs/how-to/*.md"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(glob)))
		require.NoError(t, err)
		for _, f := range files {
			if filepath.Base(f) != "CHANGELOG.md" {
				z = append(z, f)
			}
		}
	}
	require.Greater(t, len(z), 15)
	return z
}

// run runs a step in dir as a shell would, and compares the output.
func (s step) run(t *testing.T, page, dir, bin string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", "set -o pipefail; "+s.command)
	cmd.Dir = dir
	if strings.HasPrefix(s.command, "go ") {
		// a folder in which the packages have been compiled before
		cmd.Dir = filepath.Join("..", "..")
	}
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GOBIN="+bin) // the folder into which go install puts it
	cmd.WaitDelay = time.Second
	cmd.Stdin = strings.NewReader(s.input)
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	at := fmt.Sprintf("%s:%d: $ %s", page, s.line, s.command)
	require.NoError(t, err, "%s\n%s%s", at, out, errors.String())
	if s.shown && !strings.HasSuffix(s.command, "> /dev/null") {
		want := pattern(s.want)
		require.True(t, want.MatchString(string(out)) || want.MatchString(errors.String()), "%s\nprints\n%s%sthe page shows\n%s",
			at, out, errors.String(), strings.Join(s.want, "\n"))
	}
}

// TestCommands runs the command lines that the pages show, and compares the output. The command
// lines of a page run one after the other in one folder. A comment before a block says how it is
// run:
//
//	<!-- not run: REASON -->   the block is not run
//	<!-- needs: NEED, … -->    it is run where package machine finds these, such as gcc -m32, besides the programs that it names
//	<!-- usage -->             the lines show how commands are used: there must be such commands
//	<!-- conversation -->      lines that begin with a command of SMT-LIB are standard input
//	<!-- file: NAME -->        the block is the file NAME
func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs some dozens of commands")
	}
	need.Of(t, "bash")
	bin := builtCornet(t)
	ran, notRun := 0, 0
	for _, page := range pages(t) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			dir, all := scratch(t, bin), blocks(string(text))
			for _, b := range all {
				if b.mark == "file" {
					require.NoError(t, os.WriteFile(filepath.Join(dir, b.text), []byte(strings.Join(b.lines, "\n")+"\n"), 0o644))
				}
			}
			for _, b := range all {
				switch {
				case b.mark == "not run":
					require.NotEmpty(t, b.text, "%s:%d: the reason is missing", page, b.line)
					notRun += len(b.steps())
				case b.mark == "usage" || !b.isCommands():
				case machine.Lacks(b.needs()...) != "":
					t.Logf("%s:%d: not run: %s", page, b.line, machine.Lacks(b.needs()...))
				default:
					for _, s := range b.steps() {
						s.run(t, page, dir, bin)
						ran++
					}
				}
			}
		})
	}
	t.Logf("%d command lines were run, %d not", ran, notRun)
	require.Greater(t, ran, 20)
	require.LessOrEqual(t, notRun, mostNotRun, "command lines that are not run")
}

var (
	// called returns the programs that a command line names.
	called = regexp.MustCompile(`(?:^|\||&&|;|\$\()\s*(?:\w+=\S* )*(\w[\w./-]*)`)
	quoted = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	// builtin are words that bash knows, and programs built for the pages.
	builtin = regexp.MustCompile(`^(cd|echo|printf|for|do|done|while|read|if|then|fi|test|export|cornet|.*/.*)$`)
)

// needs returns the needs of a block's commands: those in the comment before it, and the programs
// that they call.
func (b *block) needs() (z []string) {
	if b.mark == "needs" {
		for n := range strings.SplitSeq(b.text, ",") {
			z = append(z, strings.TrimSpace(n))
		}
	}
	for _, s := range b.steps() {
		for _, m := range called.FindAllStringSubmatch(quoted.ReplaceAllString(s.command, "x"), -1) {
			if !builtin.MatchString(m[1]) {
				z = append(z, m[1])
			}
		}
	}
	return z
}

// TestNeeds checks the needs of blocks of commands.
func TestNeeds(t *testing.T) {
	for page, want := range map[string]string{
		"    $ cornet a.c | grep -c 'x | y' > z\n    3\n    $ cd d && VAR=1 python3 tool.py": "grep python3",
		"<!-- needs: gcc -m32, jq -->\n\n    $ cornet a.c; tools/x.sh":                       "gcc -m32 jq",
		"    $ for f in *.c; do cornet $f; done":                                             "",
	} {
		require.Equal(t, want, strings.Join(blocks(page)[0].needs(), " "), page)
	}
}

// TestSpellings looks up the commands and options that code in the pages names. Options after
// "cornet COMMAND" must belong to that command. Options alone must belong to some command.
func TestSpellings(t *testing.T) {
	if testing.Short() {
		t.Skip("links the program")
	}
	bin := builtCornet(t)
	help := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), filepath.Join(bin, "cornet"), append(args, "--help=all")...).CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	known := regexp.MustCompile(`--[a-z][a-z0-9-]*`)
	flags := map[string]map[string]bool{"": {}}
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+) .*\[flags\]`).FindAllStringSubmatch(help(), -1) {
		flags[m[1]] = map[string]bool{}
		for _, f := range known.FindAllString(help(m[1]), -1) {
			f = strings.Replace(f, "--[no-]", "--", 1)
			flags[m[1]][f], flags[""][f] = true, true
		}
	}
	require.Greater(t, len(flags), 8)
	checked := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		var spans []string
		for _, m := range inline.FindAllStringSubmatch(regexp.MustCompile("(?ms)^ *```.*?^ *```$").ReplaceAllString(string(text), ""), -1) {
			spans = append(spans, m[1])
		}
		for _, b := range blocks(string(text)) {
			if b.mark == "usage" {
				for _, l := range b.lines {
					word := strings.Trim(strings.Fields(l)[1], "[]")
					if strings.HasPrefix(word, "-") {
						continue
					}
					require.Contains(t, flags, word, "%s: there is no command %s", page, word)
				}
			} else if b.isCommands() {
				spans = append(spans, b.lines...)
			}
		}
		for _, span := range spans {
			checked += spelling(t, page, span, flags)
		}
	}
	require.Greater(t, checked, 100)
}

// spelling checks a piece of code of a page and returns how many options it names.
func spelling(t *testing.T, page, span string, flags map[string]map[string]bool) (checked int) {
	t.Helper()
	for _, part := range regexp.MustCompile(`[|;] | && `).Split(strings.TrimPrefix(span, "$ "), -1) {
		words := strings.Fields(part)
		if len(words) == 0 || words[0] != "cornet" && !strings.HasPrefix(words[0], "--") {
			continue
		}
		of := flags[""]
		if words[0] == "cornet" && len(words) > 1 {
			if z, ok := flags[words[1]]; ok {
				of = z
			}
		}
		for _, m := range flag.FindAllStringSubmatch(part, -1) {
			checked++
			require.True(t, of[m[1]], "%s: there is no option %s in %q", page, m[1], span)
		}
	}
	return checked
}
