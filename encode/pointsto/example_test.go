// SPDX-License-Identifier: Apache-2.0

package pointsto_test

import (
	"fmt"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/pointsto"
)

func Example() {
	p, err := cc.Load("swap.c", []byte(`
struct pair { int *first, *second; };
int main(void) {
	int x, y;
	struct pair s = {&x, &y};
	int *p = s.second;
	return *p;
}`), cc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := pointsto.Analyze(p)
	for _, v := range p.Main.Locals {
		if v.Name == "p" {
			fmt.Println(v, "points to", a.Values(cfg.Load{From: cfg.VarPlace{Var: v}}))
		}
	}
	// Output: p points to [y]
}
