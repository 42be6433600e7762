// SPDX-License-Identifier: Apache-2.0

package task

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"go.yaml.in/yaml/v3"
)

// Disputes are the tasks whose labels are in doubt, with the evidence: which answer was confirmed,
// by whom, and how.
type Disputes map[string]string

// dispute mirrors one entry of the YAML.
type dispute struct {
	Task     string `yaml:"task"`     // Task.Name
	Answer   string `yaml:"answer"`   // the answer that was confirmed
	Evidence string `yaml:"evidence"` // who confirmed it, and how
}

// ReadDisputes reads a file of disputed labels: a YAML list with the keys task, answer and
// evidence. Tasks that no set contains do no harm, since one file serves many sets.
func ReadDisputes(path string) (Disputes, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	z, err := parseDisputes(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return z, nil
}

func parseDisputes(text []byte) (Disputes, error) {
	var list []dispute
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&list); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	z := Disputes{}
	for i, e := range list {
		answer, err := ParseVerdict(e.Answer)
		switch {
		case e.Task == "":
			return nil, fmt.Errorf("entry %d: expected the name of a task", i+1)
		case err != nil || answer == Unknown:
			return nil, fmt.Errorf("%s: answer %q: expected sat or unsat, the answer that was confirmed", e.Task, e.Answer)
		case e.Evidence == "":
			return nil, fmt.Errorf("%s: expected evidence: who confirmed the answer, and how", e.Task)
		case z[e.Task] != "":
			return nil, fmt.Errorf("%s: disputed twice", e.Task)
		}
		z[e.Task] = e.Answer + ": " + e.Evidence
	}
	return z, nil
}
