// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"cornet/smt"
	"cornet/smt/abstraction"
)

// guideAfter is the number of images before guidance begins. From then on, every second image is
// guided. Most systems that imc decides need fewer.
const guideAfter = 40

// guideChecks bounds the feasibility checks for a guided image.
const guideChecks = 40

// Guided returns a back end whose interpolators are guided by templates.
func Guided(b smt.Backend, by abstraction.Guidance) smt.Backend {
	switch by {
	case abstraction.Off:
		return b
	case abstraction.Auto:
		return abstraction.Backend{Backend: b, Options: abstraction.GuideOptions{
			GuideAfter: guideAfter, Explore: abstraction.Options{MaxChecks: guideChecks},
		}}
	}
	return abstraction.Backend{Backend: b, Options: abstraction.GuideOptions{
		Terms: by == abstraction.Terms, GuideAfter: -1,
	}}
}
