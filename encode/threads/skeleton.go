// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"fmt"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// Skeleton returns a program with every step of every thread once. It is for encoders that
// translate steps one by one and combine them as the product is unwound. Its main function is the
// disjoint union of the threads. Its paths are not executions. But a fact that holds for all its
// paths, under all interferences of other threads, holds for the product. Nodes are labelled:
//
//   - PointLabel represents a thread at a point. Edges out lead to steps; and, where a thread has
//     just been created, to the point at which that one starts.
//   - StepLabel represents the beginning of a step; paths from there to the next label are its ops.
//
// Skeleton and Program rebuild the same main function, so only the latest result is valid. Time and
// memory are linear in the threads.
func (p *Product) Skeleton() *cfg.Program {
	p.b.findRaces()
	main := p.b.main
	main.Nodes = nil
	nodes := make([][]*cfg.Node, len(p.b.instances))
	for i, in := range p.b.instances {
		for _, at := range in.points {
			n := main.NewNode(at.pos)
			n.Label = PointLabel(i, at.id)
			nodes[i] = append(nodes[i], n)
		}
	}
	main.Entry = nodes[0][p.b.instances[0].entry.id]
	main.Exit = main.NewNode(main.Pos)
	for i, in := range p.b.instances {
		for _, at := range in.points {
			for k, st := range append(at.steps[:len(at.steps):len(at.steps)], at.races...) {
				pos := st.pos
				pos.Thread = i
				from := main.NewNode(pos)
				from.Label = StepLabel(i, at.id, k)
				nodes[i][at.id].Connect(from, cfg.Skip{}, pos)
				for j, op := range st.ops {
					to := nodes[i][st.to.id]
					if j < len(st.ops)-1 {
						to = main.NewNode(pos)
					}
					from.Connect(to, op, pos)
					from = to
				}
				if st.starts != nil {
					nodes[i][st.to.id].Connect(nodes[st.starts.id][st.starts.entry.id], cfg.Skip{}, pos)
				}
			}
		}
	}
	return p.assemble()
}

// PointLabel returns the label of a thread's point in a skeleton.
func PointLabel(thread, point int) string { return fmt.Sprintf("%d.%d", thread, point) }

// StepLabel returns the label of the step-th step from a thread's point in a skeleton.
func StepLabel(thread, point, step int) string { return fmt.Sprintf("%d.%d.%d", thread, point, step) }

// Points returns the point of each thread in s, and -1 for those that have not started.
func (p *Product) Points(s State) []int {
	return slice.Map(p.states[s].at, func(at int32) int { return int(at) })
}
