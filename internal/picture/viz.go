// SPDX-License-Identifier: Apache-2.0

//go:build !js

package picture

import _ "embed"

// viz is Graphviz for pages.
//
//go:embed viz.js.gz
var viz []byte
