// SPDX-License-Identifier: Apache-2.0

package main

type hostCommands struct{}

func (*hostCommands) runFlags() []*runFlags { return nil }
