// SPDX-License-Identifier: Apache-2.0

package threads

// components numbers the strongly connected components of the graph on 0 … n−1, by
// Tarjan's algorithm, iteratively: depth is no limit.
func components(n int, out func(int) []int) []int {
	const none = -1
	index := make([]int, n)
	low := make([]int, n)
	component := make([]int, n)
	for i := range index {
		index[i], component[i] = none, none
	}
	type frame struct {
		node int
		next []int
	}
	var stack []int
	counter, components := 0, 0
	for root := range n {
		if index[root] != none {
			continue
		}
		enter := func(v int) frame {
			index[v], low[v] = counter, counter
			counter++
			stack = append(stack, v)
			return frame{v, out(v)}
		}
		for frames := []frame{enter(root)}; len(frames) > 0; {
			top := &frames[len(frames)-1]
			v := top.node
			if len(top.next) > 0 {
				w := top.next[0]
				top.next = top.next[1:]
				switch {
				case index[w] == none:
					frames = append(frames, enter(w))
				case component[w] == none:
					low[v] = min(low[v], index[w])
				}
				continue
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].node
				low[up] = min(low[up], low[v])
			}
			if low[v] == index[v] {
				for {
					w := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					component[w] = components
					if w == v {
						break
					}
				}
				components++
			}
		}
	}
	return component
}
