// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"cornet/engines"
)

// writeStats prints the statistics of a run as text or JSON.
func writeStats(w io.Writer, form string, z engines.Outcome) {
	report := struct {
		Verdict string `json:"verdict"`
		Reason  string `json:"reason,omitempty"`
		engines.Stats
	}{z.Verdict.String(), z.Reason, z.Stats}
	data, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		fmt.Fprintf(w, "statistics: %v\n", err)
		return
	}
	if form == "text" {
		// The text is the JSON without its punctuation.
		text := strings.NewReplacer(`"`, "", ",\n", "\n", "{\n", "\n", "[\n", "\n").Replace(string(data))
		for _, line := range strings.Split(text, "\n") {
			if line = strings.TrimRight(line, " }]"); strings.TrimSpace(line) != "" {
				fmt.Fprintln(w, line)
			}
		}
		return
	}
	fmt.Fprintf(w, "%s\n", data)
}
