// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// substitution returns the substitution given by image. If faithful is set, it does not simplify
// the Boolean structure.
func substitution(s *logic.Store, image map[*logic.Term]*logic.Term, faithful bool) *logic.Substitution {
	from := make([]*logic.Term, 0, len(image))
	for v := range image {
		from = append(from, v)
	}
	slices.SortFunc(from, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	to := slice.Map(from, func(v *logic.Term) *logic.Term { return image[v] })
	if faithful {
		return s.NewFaithfulSubstitution(from, to)
	}
	return s.NewSubstitution(from, to)
}
