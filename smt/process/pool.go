// SPDX-License-Identifier: Apache-2.0

package process

import "sync"

// maxIdle bounds the children of one kind that wait for another solver.
const maxIdle = 4

// pool holds children of closed solvers for the next ones, because some programs acquire
// long to start: those that run on a Java virtual machine longer than most questions
// acquire to answer. Safe for concurrent use.
type pool struct {
	mu   sync.Mutex
	idle map[settings][]*child
}

// settings are what a child has been sent that outlives (reset) in some programs.
type settings struct {
	seed          uint32
	ticks, memory uint64
	interpolants  bool
}

// acquire returns a child of a closed solver with the same settings, or nil.
func (p *pool) acquire(k settings) *child {
	p.mu.Lock()
	defer p.mu.Unlock()
	for cs := p.idle[k]; len(cs) > 0; cs = p.idle[k] {
		c := cs[len(cs)-1]
		p.idle[k] = cs[:len(cs)-1]
		if c.alive() {
			return c
		}
		c.kill()
	}
	return nil
}

// give takes over a child that waits for commands.
func (p *pool) give(k settings, c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !c.alive() || len(p.idle[k]) >= maxIdle {
		c.kill()
		return
	}
	if p.idle == nil {
		p.idle = map[settings][]*child{}
	}
	p.idle[k] = append(p.idle[k], c)
}

// drain ends all.
func (p *pool) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, cs := range p.idle {
		for _, c := range cs {
			c.kill()
		}
	}
	p.idle = nil
}
