// SPDX-License-Identifier: Apache-2.0

package pointsto

// Effort is how many evaluations of operations there have been.
func (a *Analysis) Effort() int { return a.work.effort }

// Sweep is how many evaluations one sweep over all operations takes.
func (a *Analysis) Sweep() int { return len(a.work.edges) }

// Disturb has the next Refresh begin anew.
func (a *Analysis) Disturb() { a.changed = true }
