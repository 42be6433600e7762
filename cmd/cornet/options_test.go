// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"cornet/internal/option"
)

// documented is an option as docs/options.md shows it.
type documented struct {
	flag     *kong.Flag
	commands []string
}

// options returns the options of all commands except bench, which docs/benchmarking.md describes.
func options(t *testing.T) (z []*documented) {
	t.Helper()
	var c commands
	parser, err := newFullParser(&c, true)
	require.NoError(t, err)
	for _, command := range parser.Model.Children {
		if command.Name == "bench" {
			continue
		}
		for _, f := range command.Flags {
			if f.Hidden {
				continue
			}
			i := slices.IndexFunc(z, func(d *documented) bool { return d.flag.Name == f.Name && d.flag.Help == f.Help })
			if i < 0 {
				i, z = len(z), append(z, &documented{flag: f})
			}
			z[i].commands = append(z[i].commands, command.Name)
		}
	}
	return z
}

// spelling returns the way an option is written.
func (d *documented) spelling() string {
	f, z := d.flag, "--"+d.flag.Name
	if f.Short != 0 {
		z = "-" + string(f.Short) + ", " + z
	}
	if f.IsBool() {
		return z
	}
	value := strings.ToUpper(strings.Trim(f.FormatPlaceHolder(), `"`))
	if f.PlaceHolder != "" {
		value = f.PlaceHolder
	} else if f.Enum != "" {
		value = strings.ReplaceAll(strings.Trim(f.Enum, ","), ",", "|")
	}
	return z + " " + value
}

// TestOptionsPage checks that docs/options.md lists the options as they are; -update writes it.
func TestOptionsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Options\n\nThis page is written by `go test ./cmd/cornet -run TestOptionsPage -update` from the fields that are the options. " +
		"`cornet COMMAND --help` lists those of the first table, `--help=all` all. [command-line.md](command-line.md) explains them; the options of " +
		"`bench` are in [benchmarking.md](benchmarking.md).\nGo programs set the same fields, see [go-api.md](go-api.md).\n")
	all := options(t)
	for _, g := range option.Groups {
		fmt.Fprintf(&b, "\n## %s\n\n| option | of | default | meaning |\n|---|---|---|---|\n", strings.TrimSuffix(g.Title, ":"))
		for _, d := range all {
			if d.flag.Group.Key != g.Name {
				continue
			}
			help := d.flag.Help
			if r := d.flag.Tag.Get("range"); r != "" {
				help += " Range: " + option.Range(r) + "."
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", strings.ReplaceAll(d.spelling(), "|", `\|`), strings.Join(d.commands, ", "), d.flag.Default, strings.ReplaceAll(help, "|", `\|`))
		}
	}
	page := filepath.Join("..", "..", "docs", "options.md")
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "go test ./cmd/cornet -run TestOptionsPage -update")
}

// TestOptionsTable checks the lines of the table. Every option has a description, belongs to a
// group and accepts its default and all words of its range.
func TestOptionsTable(t *testing.T) {
	var groups []string
	for _, g := range option.Groups {
		groups = append(groups, g.Name)
	}
	for _, d := range options(t) {
		f := d.flag
		require.NotEmpty(t, f.Help, f.Name)
		require.Contains(t, groups, f.Group.Key, f.Name)
		if f.Enum == "" || f.Name == "stats" {
			continue
		}
		require.Contains(t, strings.Split(f.Enum, ","), f.Default, f.Name)
		for _, word := range strings.Split(f.Enum, ",") {
			z := cornet(t, "", d.commands[0], "--"+f.Name+"="+word, filepath.Join(t.TempDir(), "none"))
			require.Equal(t, exitInput, z.code, "--%s=%s: %s", f.Name, word, z.stderr)
		}
	}
	z := cornet(t, counterWith("(< x 0)"), "-", "--engine=lawi", "--cases=-1")
	require.Equal(t, outcome{exitUsage, "", "cornet: --cases=-1: expected a number in the range 0 to …\n"}, z)
}

// TestHelpGroups checks that the help shows the options for experts only on request.
func TestHelpGroups(t *testing.T) {
	for _, command := range []string{"solve", "verify", "graph"} {
		short, long := cornet(t, "", command, "--help").stdout, cornet(t, "", command, "--help=all").stdout
		for _, name := range []string{"--engine", "--timeout"} {
			require.Contains(t, short, name)
			require.Contains(t, long, name)
		}
		for _, name := range []string{"--interpolants", "--strength", "--race", "--no-passes", "--full-chains", "Experiments:"} {
			require.NotContains(t, short, name)
			require.Contains(t, long, name)
		}
		require.Contains(t, short, "--help=all")
	}
}

// TestNegatedOptions checks the spellings of options that switch something off.
func TestNegatedOptions(t *testing.T) {
	for _, args := range [][]string{{"--no-passes"}, {"--no-check"}, {"--passes", "--check"}, {"--no-passes=false"}} {
		require.Equal(t, outcome{exitOK, "sat\n", ""}, cornet(t, counterWith("(< x 0)"), append(args, "-")...))
	}
	require.Equal(t, exitInput, cornet(t, "", "verify", "--simulate", "--no-replay", "none.c").code)
}
