// SPDX-License-Identifier: Apache-2.0

// Command proofcheck checks an answer to a Horn system by package proof/checker, without any
// other part of Cornet:
//
//	cornet check SYSTEM MODEL --check=proof --certificate DIR
//	proofcheck SYSTEM MODEL DIR
//	proofcheck SYSTEM REFUTATION
//
// DIR has a proof of the condition of each assertion: 0000.alethe, 0001.alethe, and so on.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"cornet/proof/checker"
)

func main() {
	answer, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "proofcheck: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(answer)
}

// run checks the files that the arguments name and returns what to print.
func run(args []string) (string, error) {
	if len(args) != 2 && len(args) != 3 {
		return "", errors.New("usage: proofcheck SYSTEM REFUTATION, or proofcheck SYSTEM MODEL DIR")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return "", err
	}
	system, err := checker.ReadSystem(args[0], bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	witness, err := os.ReadFile(args[1])
	if err != nil {
		return "", err
	}
	if len(args) == 2 {
		return "valid refutation", system.CheckRefutation(args[1], bytes.NewReader(witness))
	}
	model, err := checker.ReadModel(args[1], bytes.NewReader(witness))
	if err != nil {
		return "", err
	}
	if err := system.CheckDefinitions(model); err != nil {
		return "", err
	}
	for i := range system.Assertions() {
		condition, err := system.Condition(model, i)
		if err != nil {
			return "", fmt.Errorf("assertion %d: %w", i, err)
		}
		name := filepath.Join(args[2], fmt.Sprintf("%04d.alethe", i))
		proof, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		if err := condition.Check(name, bytes.NewReader(proof)); err != nil {
			return "", err
		}
	}
	return "valid model", nil
}
