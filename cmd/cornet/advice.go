// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"slices"
	"strings"

	"cornet/internal/spelling"
	"cornet/server/personality"
	"cornet/verify"
)

// advice returns a suggestion for a failed command line, and the problem if it differs from the
// parser's error. Either may be "".
func advice(args []string) (suggestion, problem string) {
	for i, a := range args {
		if slices.Contains(ofC, args[0]) && len(a) > 2 && a[0] == '-' && a[1] != '-' {
			if _, _, err := verify.CompilerOption(args[i:]); err != nil {
				return "", err.Error()
			}
		}
		if i == 0 && !strings.ContainsAny(a, "-./") {
			if _, err := os.Stat(a); err != nil {
				if c := spelling.Nearest(a, commandNames()); c != "" && c != a {
					return "did you mean 'cornet " + c + "'?", "unknown command " + a
				}
			}
		}
		if strings.HasPrefix(a, "--") || !strings.HasPrefix(a, "-") || len(a) < 3 {
			continue
		}
		for _, s := range personality.Solvers {
			if f, ok := s.Flag(a); ok {
				return a + " is a flag of " + s.Name + f.Here() + "; 'cornet --as " + s.Name + "' takes all of its flags", ""
			}
		}
	}
	return "", ""
}
