// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"cornet/smt"
	"cornet/smt/abstraction"
)

// imcGuideAfter is the number of images after which every second one is guided. Most systems that
// imc decides need fewer.
const imcGuideAfter = 40

// imcChecks bounds the feasibility checks for one of them.
const imcChecks = 40

// guided returns the back end of an engine without its own abstraction, with interpolators that are
// guided as e says.
func guided(e Env) smt.Backend {
	switch e.Abstraction {
	case abstraction.Off:
		return e.Backend
	case abstraction.Auto:
		return abstraction.Backend{Backend: e.Backend, Options: abstraction.GuideOptions{
			GuideAfter: imcGuideAfter, Explore: abstraction.Options{MaxChecks: imcChecks},
		}}
	}
	return abstraction.Backend{Backend: e.Backend, Options: abstraction.GuideOptions{
		Terms: e.Abstraction == abstraction.Terms, GuideAfter: -1,
	}}
}
