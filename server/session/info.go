// SPDX-License-Identifier: Apache-2.0

package session

import (
	"fmt"
	"reflect"
	"strings"

	"cornet"
	"cornet/horn"
)

// counts are the statistics of a conversation. Their names are the keywords that (get-info
// :all-statistics) prints.
type counts struct {
	Commands  int     `key:":commands"`
	Errors    int     `key:":errors"`
	Resets    int     `key:":resets"`
	Questions int     `key:":questions"`
	Sat       int     `key:":sat"`
	Unsat     int     `key:":unsat"`
	Unknown   int     `key:":unknown"`
	Reused    int     `key:":answered-by-earlier-witness"`
	Seconds   float64 `key:":seconds"` // the time of engines in total
}

// add adds the numbers of an answer.
func (c *counts) add(z cornet.Result) {
	switch z.Verdict {
	case horn.Safe:
		c.Sat++
	case horn.Unsafe:
		c.Unsat++
	default:
		c.Unknown++
	}
	if z.Stats.Engine == earlier {
		c.Reused++
	}
	for _, p := range z.Stats.Phases {
		c.Seconds += p.Seconds
	}
}

// infos are the answers to get-info.
var infos = map[string]func(*session) string{
	":name":                   func(*session) string { return quoted("Cornet") },
	":version":                func(s *session) string { return quoted(s.Version) },
	":authors":                func(*session) string { return quoted("the authors of Cornet") },
	":error-behavior":         func(*session) string { return "continued-execution" },
	":assertion-stack-levels": func(s *session) string { return fmt.Sprint(len(s.levels) - 1) },
	":reason-unknown": func(s *session) string {
		if s.reason == "" {
			return quoted("the last answer was not unknown")
		}
		return quoted(s.reason)
	},
}

func (s *session) getInfo(e *entry) error {
	if len(e.cmd.Args) != 1 {
		return fail(e, "get-info wants a keyword")
	}
	key := e.cmd.Args[0].Text
	switch f := infos[key]; {
	case key == ":all-statistics":
		fmt.Fprintf(s.out, "(%s)\n", s.statistics())
	case f != nil:
		fmt.Fprintf(s.out, "(%s %s)\n", key, f(s))
	default:
		fmt.Fprintln(s.out, "unsupported")
	}
	return nil
}

// statistics returns the counts, and the engine of the last answer.
func (s *session) statistics() string {
	var z []string
	v := reflect.ValueOf(s.counts)
	for i := range v.NumField() {
		z = append(z, fmt.Sprint(v.Type().Field(i).Tag.Get("key"), " ", v.Field(i)))
	}
	if s.last != nil {
		z = append(z, ":engine "+quoted(s.last.Stats.Engine))
	}
	return strings.Join(z, "\n ")
}
