// SPDX-License-Identifier: Apache-2.0

package result

import (
	"fmt"
	"slices"
)

// Status is the judgement on one run. The zero value is Unknown.
type Status uint8

// The statuses, in the order in which reports list them.
const (
	Unknown    Status = iota // the solver said unknown, or nothing
	Correct                  // the answer is the expected one
	Unverified               // an answer to a task without expected verdict
	Wrong                    // the answer contradicts the expected one, or its witness is refuted
	Timeout                  // over the wall or CPU limit, or the solver says that its time is up
	Memory                   // over the memory limit
	Crash                    // no answer, and a signal or an exit code other than zero
	Disputed                 // an answer to a task whose label is in doubt
	Lost                     // the cluster ended the jobs of the run: nothing is known about the solver
)

var statusNames = [...]string{"unknown", "correct", "unverified", "wrong", "timeout", "memory", "crash", "disputed", "lost"}

// Solved reports whether the status counts as a solved task.
func (s Status) Solved() bool { return s == Correct || s == Unverified }

// Answered reports whether the solver committed itself to sat or unsat.
func (s Status) Answered() bool { return s.Solved() || s == Wrong || s == Disputed }

// String returns the status's name.
func (s Status) String() string { return statusNames[s] }

// MarshalText writes the name.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Status) UnmarshalText(text []byte) error {
	i := slices.Index(statusNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("status %q: expected one of %q", text, statusNames)
	}
	*s = Status(i)
	return nil
}
