// SPDX-License-Identifier: Apache-2.0

package pointsto

// Effort returns the number of evaluations of operations so far.
func (a *Analysis) Effort() int { return a.work.effort }

// Sweep returns the number of evaluations in one sweep over all operations.
func (a *Analysis) Sweep() int { return len(a.work.edges) }

// Disturb makes the next Refresh begin anew.
func (a *Analysis) Disturb() { a.changed = true }

// Stored returns the size of the set of cells that c holds.
func (c *Cell) Stored() int {
	n := 0
	c.holds.each(func(int) { n++ })
	return n
}
