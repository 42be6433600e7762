// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"cornet/smt"
	"cornet/smt/abstraction"
)

// imcGuideAfter is the number of images from which on every second one is guided.
// Most systems that imc decides take fewer.
const imcGuideAfter = 40

// imcChecks bounds the feasibility checks for one of them.
const imcChecks = 40

// guided returns the back end of an engine without abstraction of its own: its
// interpolators guide as e says.
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
