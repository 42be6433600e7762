// SPDX-License-Identifier: Apache-2.0

package process

import "sync"

// maxIdle bounds the children of one kind that wait for another solver.
const maxIdle = 4

// pool holds children of closed solvers for later solvers, because some programs take long to
// start: a program on a Java virtual machine takes longer to start than to answer most questions. A
// pool is safe for concurrent use.
type pool struct {
	mu   sync.Mutex
	idle map[settings][]*child
}

// settings are sent to a child and survive (reset) in some programs.
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

// give hands over a child that waits for commands.
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

// drain ends all children.
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
