// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"cornet/engines"
	"cornet/horn"
)

// lemmaFlags are the flags about what is proved without a verdict.
type lemmaFlags struct {
	Lemmas string `placeholder:"FILE" help:"After unknown, write what has been proved: a model of all clauses but the queries. --hints reads it."`
}

// lemmaShare is the part of the time, one in so many, that is kept for lemmas.
const lemmaShare = 10

// askLemmas has a run that may take as long as limit (0 is for ever), of which some has been
// used, look for lemmas.
func askLemmas(config *engines.Config, limit, used time.Duration) {
	config.Lemmas = true
	if limit > 0 {
		config.Search = max((limit - limit/lemmaShare - used).Round(10*time.Millisecond), time.Millisecond)
	}
}

// write writes the lemmas of an outcome without a verdict.
func (f *lemmaFlags) write(a *app, sys *horn.System, z engines.Outcome) error {
	if f.Lemmas == "" || z.Verdict != horn.Unknown {
		return nil
	}
	if z.Lemmas == nil {
		fmt.Fprintln(a.stderr, "no lemmas: nothing has been proved in time")
		return nil
	}
	var text strings.Builder
	if err := horn.WriteModel(&text, sys, z.Lemmas); err != nil {
		return err
	}
	return os.WriteFile(f.Lemmas, []byte(text.String()), 0o644)
}
