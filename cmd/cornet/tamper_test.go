// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	api "cornet"
	"cornet/horn"
	"cornet/internal/sandbox"
	"cornet/internal/test/tamper"
)

// changing runs a command line like [run], with a cache that tampers with systems.
func changing(t *testing.T, c *tamper.Cache, stdin string, args ...string) outcome {
	t.Helper()
	var out, err bytes.Buffer
	var all commands
	args, _ = normalise(args)
	parser, failed := newFullParser(&all, false, kong.Writers(&out, &err))
	require.NoError(t, failed)
	line, failed := parser.Parse(args)
	require.NoError(t, failed)
	for _, f := range []*runFlags{&all.Solve.runFlags, &all.Verify.runFlags, &all.Graph.runFlags} {
		f.Cache, f.Reproducers = c, t.TempDir()
	}
	failed = execute(line, &app{
		ctx: t.Context(), stdin: strings.NewReader(stdin), stdout: &output{w: &out}, stderr: &err, log: slog.New(slog.DiscardHandler),
	})
	if exitCode(failed) != exitInternal {
		require.Less(t, exitCode(failed), exitUsage, failed)
	}
	return outcome{exitCode(failed), out.String(), err.String()}
}

// drawn returns the verdict in the title of a drawing.
var drawn = regexp.MustCompile(`label="[^"]*\\n(sat|unsat|unknown)`)

// TestTamperingWithSystem changes a system after its text has been read. No command may print a
// wrong verdict.
func TestTamperingWithSystem(t *testing.T) {
	for name, args := range map[string][]string{
		"solve":              {"solve", "-"},
		"solve by solvers":   {"solve", "-", "--check=solver", "--solver=native"},
		"solve by proofs":    {"solve", "-", "--check=proof"},
		"a conversation":     {"solve", "-", "--interactive"},
		"a model drawn":      {"graph", "--model", "-"},
		"a refutation drawn": {"graph", "--proof", "-"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, s := range tamper.Systems {
				p, err := api.Read("", strings.NewReader(s.Text))
				require.NoError(t, err)
				for _, c := range append([]tamper.Change{tamper.Nothing}, tamper.Changes(p.System)...) {
					z := changing(t, &tamper.Cache{Change: c}, s.Text, append(args, "--engine=pdr", "--timeout=5")...)
					word := strings.TrimSpace(z.stdout)
					switch m := drawn.FindStringSubmatch(z.stdout); {
					case m != nil:
						word = m[1]
					case args[0] == "graph" && z.code == exitInternal: // there is no drawing
						word = "unknown"
					}
					allowed := []string{s.Want.String(), "unknown"}
					if c.Name == tamper.Nothing.Name {
						allowed = allowed[:1]
					}
					require.Contains(t, allowed, word, c.Name)
				}
			}
		})
	}
}

// key is a condition that no run satisfies by chance.
const key = "n() * 7919u == 4104336541u"

const tamperedHead = "extern void reach_error(void);\nextern unsigned n(void);\nvoid *malloc(unsigned long);\n#include <pthread.h>\npthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;\nint x;\n"

// tamperedPrograms have an error each, and the options with which to verify them.
var tamperedPrograms = []struct {
	name, text string
	args       []string
}{
	{"alone", "int main(void) { unsigned i = 0, k = n(); while (i < 3) i++; if (k * 7919u == 4104336541u && i == 3) reach_error(); }", nil},
	{"a function", "int f(int a) { if (" + key + " && a > 7) reach_error(); return a; }", []string{"--entry=f", "--argument=a=0..10"}},
	{"each function", "int f(int a) { if (" + key + " && a > 7) reach_error(); return a; }\nint g(void) { return 1; }", []string{"--each=*"}},
	{"several checks", "int a[3]; int main(void) { unsigned k = n(); if (" + key + ") a[k] = 3; int s = 7 / (x + 1); return s; }", []string{"--check=memory,arrays,overflow,division-by-zero,unreach-call"}},
	{"all findings", "int a[3]; int main(void) { unsigned k = n(); if (" + key + ") a[k] = 3; if (" + key + ") return 7 / x; }", []string{"--check=arrays,division-by-zero", "--all-findings"}},
	{"a contract", "int f(int a) __CPROVER_requires(a < 5) { return a; }\nint main(void) { if (" + key + ") return f(7); return f(2); }", nil},
	{"an invariant", "int main(void) { unsigned i = 0, k = n(); while (i < 3) __CPROVER_loop_invariant(i != 2 || k * 7919u != 4104336541u) { i++; } }", nil},
	{"a witness", "int main(void) { unsigned i = 0, k = n();\nwhile (i < 3)\n i++;\nif (k * 7919u == 4104336541u) reach_error(); }", []string{"--validate-witness=WITNESS"}},
	{"a certificate", "int main(void) { unsigned i = 0; while (i < 3) i++; if (" + key + ") reach_error(); }", []string{"--certificate=FOLDER"}},
	{"a race", "void *f(void *a) { x = 1; return a; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (" + key + ") x = 2; pthread_join(t, 0); }", []string{"--check=data-race"}},
	{"a deadlock", "void *f(void *a) { pthread_mutex_lock(&l); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&l); return a; }\n" +
		"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (" + key + ") { pthread_mutex_lock(&m); pthread_mutex_lock(&l); } }", []string{"--check=deadlock"}},
	{"threads in a loop", "void *f(void *a) { x++; if (x == 2) { if (" + key + ") reach_error(); } x--; return a; }\nint main(void) { while (n()) { pthread_t t; pthread_create(&t, 0, f, 0); } }", []string{"--product=counters"}},
	{"threads in a loop, and some of them", "void *f(void *a) { if (x) reach_error(); return a; }\nint main(void) { while (n()) { pthread_t t; pthread_create(&t, 0, f, 0); } if (" + key + ") x = 1; }", nil},
	{"objects in a loop", "struct s { unsigned v; struct s *next; };\nint main(void) { struct s *l = 0; while (n()) { struct s *p = malloc(sizeof *p); p->v = 1; p->next = l; l = p; }\n" +
		"if (l && " + key + ") l->v = 2; for (; l; l = l->next) if (l->v != 1) reach_error(); }", nil},
	{"vectors", "int main(void) { unsigned k = n(), j = k ^ 0x55u; if (j * 7919u == 4104336541u && (k & 1) < 2) reach_error(); }", []string{"--ints=bv"}},
}

// TestTamperingWithProgram changes the clauses of programs with errors before engines see them. No
// options may lead to TRUE. Only the judge can prevent it, since no run uses the inputs that reach
// the errors.
func TestTamperingWithProgram(t *testing.T) {
	for _, way := range tamperedPrograms {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file, witness := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml")
			require.NoError(t, os.WriteFile(file, []byte(tamperedHead+way.text), 0o600))
			require.NoError(t, os.WriteFile(witness, []byte(claims("type: loop_invariant, location: {file_name: p.c, line: 8}, value: 'i <= 3', format: c_expression")), 0o600))
			verdict := func(c tamper.Change) string {
				args := []string{"verify", "--engine=pdr", "--replay=off", "--timeout=3", "--solver=native"}
				for _, a := range way.args {
					args = append(args, strings.NewReplacer("WITNESS", witness, "FOLDER", t.TempDir()).Replace(a))
				}
				z := changing(t, &tamper.Cache{Change: c}, "", append(args, file)...)
				word, _, _ := strings.Cut(z.stdout, "\n")
				require.Contains(t, []string{"TRUE", "FALSE", "UNKNOWN"}, word, z.stdout+z.stderr)
				return word
			}
			asked := 0
			require.NotEqual(t, "TRUE", verdict(tamper.Change{Do: func(*horn.System) { asked++ }}))
			require.Positive(t, asked)
			for _, c := range losses() {
				require.NotEqual(t, "TRUE", verdict(c), c.Name)
			}
		})
	}
}

// TestTamperingSince removes clauses of a function that was edited. The answer must not be TRUE.
func TestTamperingSince(t *testing.T) {
	const f = "extern unsigned n(void);\nint f(int a) { if (n() * 7919u == 4104336541u && a > 7) reach_error(); return a; }\nint g(int a) { return a; }\n"
	repository(t, map[string]string{"a.c": f})
	writeAll(t, map[string]string{"a.c": strings.Replace(f, "a > 7", "a > 6", 1)})
	for _, c := range losses() {
		z := changing(t, &tamper.Cache{Change: c}, "", "verify", "--since=HEAD", "--each=*", "--engine=pdr", "--replay=off", "--timeout=3", "--solver=native", "a.c")
		require.NotContains(t, z.stdout, "TRUE", c.Name)
		require.Contains(t, z.stdout, "g: unchanged since HEAD", c.Name)
	}
}

// losses are changes that remove all queries, or make them unreachable.
func losses() []tamper.Change {
	return []tamper.Change{
		{Name: "no queries", Do: func(sys *horn.System) {
			sys.Clauses = slices.DeleteFunc(slices.Clone(sys.Clauses), (*horn.Clause).IsQuery)
		}},
		{Name: "queries of nothing", Do: func(sys *horn.System) {
			for _, c := range sys.Clauses {
				if c.IsQuery() {
					c.Constraint = sys.Store.False()
				}
			}
		}},
	}
}

// TestTamperingWithCoverage removes clauses about a line that a test can reach. The answer must not
// say that the line is unreachable.
func TestTamperingWithCoverage(t *testing.T) {
	for _, tool := range []string{"gcc", "gcov"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("install %s to run test suites", tool)
		}
	}
	if err := sandbox.Available(); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "p.c")
	require.NoError(t, os.WriteFile(file, []byte("extern unsigned n(void);\nint g;\nint main(void) {\n unsigned k = n();\n if (k * 7919u == 4104336541u)\n  g = 1;\n return 0;\n}\n"), 0o600))
	for _, c := range append(losses(), tamper.Nothing) {
		z := changing(t, &tamper.Cache{Change: c}, "", "verify", "--cover=lines", "--data-model=LP64", "--suite="+t.TempDir(), "--engine=pdr", "--timeout=20", "--solver=native", file)
		require.NotContains(t, z.stdout, "unreachable", c.Name)
	}
}

// TestTamperingWithCache puts models into the cache entries of a program with an error.
func TestTamperingWithCache(t *testing.T) {
	dir := t.TempDir()
	file, folder := filepath.Join(dir, "p.c"), filepath.Join(dir, "cache")
	require.NoError(t, os.WriteFile(file, []byte(tamperedHead+tamperedPrograms[0].text), 0o600))
	args := []string{"verify", "--no-simulate", "--replay=off", "--timeout=20", "--solver=native", "--cache", folder, file}
	require.True(t, strings.HasPrefix(cornet(t, "", args...).stdout, "FALSE\n"))
	entries, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, entries)
	for _, body := range []string{"true", "false"} {
		for _, e := range entries {
			text, err := os.ReadFile(e)
			require.NoError(t, err)
			system, _, near := strings.Cut(string(text), "\n; witness\n")
			if !near {
				continue
			}
			p, err := api.Read("", strings.NewReader(system))
			require.NoError(t, err)
			m := horn.NewModel()
			for _, f := range p.System.Preds {
				m.Define(f, horn.Params(p.System.Store, f), map[string]*api.Term{"true": p.System.Store.True(), "false": p.System.Store.False()}[body])
			}
			var model bytes.Buffer
			require.NoError(t, horn.WriteModel(&model, p.System, m))
			for _, other := range entries {
				said := "sat\n" + model.String()
				if strings.HasSuffix(other, ".near") {
					said = system + "\n; witness\n" + said
				} else {
					for i, f := range p.System.Preds {
						said = strings.Replace(said, "(define-fun "+f.String()+" ", "(define-fun cache!"+string(rune('0'+i))+" ", 1)
					}
				}
				require.NoError(t, os.WriteFile(other, []byte(said), 0o600))
			}
		}
		require.True(t, strings.HasPrefix(cornet(t, "", args...).stdout, "FALSE\n"))
	}
}
