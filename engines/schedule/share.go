// SPDX-License-Identifier: Apache-2.0

package schedule

import "cornet/logic"

// Share is the part of the effort that a member gets, relative to the others. Some engines seldom
// find an answer late if they do not find it early. They have a larger weight at first.
type Share struct {
	Weight int // 0 counts as 1
	Early  int // the weight at first, or 0 if it is the same
	// effort that the member spends with the early weight, in milliseconds of counted effort
	Until int
	// Late is the effort, in ticks, that earlier members spend before the member begins. It begins
	// earlier if all of them have ended or continue without a slot.
	Late int64
}

// at returns the weight of a member that has spent the given ticks.
func (s Share) at(spent int64) int {
	if s.Early > 0 && spent < int64(s.Until)*logic.TicksPerMillisecond {
		return s.Early
	}
	return max(s.Weight, 1)
}
