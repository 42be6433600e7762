// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"cornet/engines"
)

// manualCmd prints the manual page, and completionCmd the script that completes command lines in a
// shell. Both are generated from the grammar of the command line.
type (
	manualCmd     struct{}
	completionCmd struct {
		Shell string `arg:"" enum:"bash,zsh,fish" help:"${enum}"`
	}
)

func (manualCmd) Run(a *app) error {
	var c commands
	parser, err := newFullParser(&c, true)
	if err != nil {
		return err
	}
	writeManual(a.stdout, parser.Model)
	return a.stdout.err
}

func (c *completionCmd) Run(a *app) error {
	var all commands
	parser, err := newFullParser(&all, true)
	if err != nil {
		return err
	}
	shells[c.Shell](a.stdout, parser.Model)
	return a.stdout.err
}

var shells = map[string]func(io.Writer, *kong.Application){
	"bash": writeBash,
	"zsh": func(w io.Writer, m *kong.Application) {
		fmt.Fprintln(w, "#compdef cornet\nautoload -U +X bashcompinit && bashcompinit")
		writeBash(w, m)
	},
	"fish": writeFish,
}

// offered returns the flags that are not hidden.
func offered(n *kong.Node) (z []*kong.Flag) {
	for _, f := range n.Flags {
		if !f.Hidden {
			z = append(z, f)
		}
	}
	return z
}

// words returns the possible values of a flag, if they are words.
func words(f *kong.Flag) string {
	if f.Name == "engine" {
		return strings.Join(engines.Names(), " ")
	}
	return strings.TrimSpace(strings.ReplaceAll(f.Enum, ",", " "))
}

// writeBash writes a script that completes commands, flags, values of flags that are words, and
// otherwise files.
func writeBash(w io.Writer, m *kong.Application) {
	var names []string
	var flags, values strings.Builder
	for _, n := range m.Children {
		names = append(names, n.Name)
		var spelled []string
		for _, f := range offered(n) {
			spelled = append(spelled, "--"+f.Name)
			if z := words(f); z != "" {
				fmt.Fprintf(&values, "    %s:--%s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", n.Name, f.Name, z)
			}
		}
		fmt.Fprintf(&flags, "      %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")) ;;\n", n.Name, strings.Join(spelled, " "))
	}
	fmt.Fprintf(w, `_cornet() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=solve i
  if [ "$word" = = ]; then word=; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in %s) command=${COMP_WORDS[i]}; break ;; esac
  done
  case $command:$before in
%s  esac
  case $word in
    -*) case $command in
%s      esac ;;
    *) if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W '%s' -- "$word")); fi
       COMPREPLY+=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _cornet cornet
`, strings.Join(names, "|"), values.String(), flags.String(), strings.Join(names, " "))
}

func writeFish(w io.Writer, m *kong.Application) {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace
	for _, n := range m.Children {
		fmt.Fprintf(w, "complete -c cornet -n __fish_use_subcommand -a %s -d '%s'\n", n.Name, quote(n.Help))
		for _, f := range offered(n) {
			fmt.Fprintf(w, "complete -c cornet -n '__fish_seen_subcommand_from %s' -l %s", n.Name, f.Name)
			if f.Short != 0 {
				fmt.Fprintf(w, " -s %c", f.Short)
			}
			switch z := words(f); {
			case z != "":
				fmt.Fprintf(w, " -x -a '%s'", z)
			case !f.IsBool() && !f.IsCounter():
				fmt.Fprint(w, " -r")
			}
			fmt.Fprintf(w, " -d '%s'\n", quote(f.Help))
		}
	}
}

// writeManual writes a page for man, in the macros of man(7).
func writeManual(w io.Writer, m *kong.Application) {
	text := func(s string) string {
		s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
		if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
			s = `\&` + s
		}
		return s
	}
	fmt.Fprintf(w, ".TH CORNET 1 \"\" \"cornet %s\" \"User commands\"\n.SH NAME\ncornet \\- a solver for constrained Horn clauses, and a verifier of C programs\n.SH SYNOPSIS\n", text(version))
	for _, n := range m.Children {
		fmt.Fprintf(w, ".B cornet %s\n%s\n.br\n", text(n.Name), text(strings.TrimSpace(strings.TrimPrefix(n.Summary(), n.Name))))
	}
	fmt.Fprintf(w, ".SH DESCRIPTION\n%s\nWithout a command,\n.B solve\nis meant.\n", text(m.Help))
	for _, n := range m.Children {
		fmt.Fprintf(w, ".SH %s\n%s\n", strings.ToUpper(text(n.Name)), text(n.Help))
		for _, f := range offered(n) {
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", text(f.String()), text(f.Help))
		}
	}
	fmt.Fprint(w, ".SH EXIT STATUS\n")
	for _, code := range slices.Sorted(maps.Keys(exitMeanings)) {
		fmt.Fprintf(w, ".TP\n.B %d\n%s\n", code, text(exitMeanings[code]))
	}
}
