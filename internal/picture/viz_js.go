// SPDX-License-Identifier: Apache-2.0

package picture

// viz is empty where a page has its own: see web/src/app.js.
var viz []byte
