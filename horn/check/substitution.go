// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"

	"cornet/smtlib"
)

// substitution returns the substitution that image describes, which keeps Boolean structure as it is if faithful.
func substitution(s *smtlib.Store, image map[*smtlib.Term]*smtlib.Term, faithful bool) *smtlib.Substitution {
	from := make([]*smtlib.Term, 0, len(image))
	for v := range image {
		from = append(from, v)
	}
	slices.SortFunc(from, func(x, y *smtlib.Term) int { return int(x.ID()) - int(y.ID()) })
	to := make([]*smtlib.Term, len(from))
	for i, v := range from {
		to[i] = image[v]
	}
	if faithful {
		return s.NewFaithfulSubstitution(from, to)
	}
	return s.NewSubstitution(from, to)
}
