// SPDX-License-Identifier: Apache-2.0

// Package docs has the tests of the documentation: links lead somewhere.
package docs
