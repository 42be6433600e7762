// SPDX-License-Identifier: Apache-2.0

package project

func (e *elimination) stepArray() (bool, error)    { return false, nil }
func (e *elimination) stepDatatype() (bool, error) { return false, nil }
