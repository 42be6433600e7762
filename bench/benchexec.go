// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cornet/bench/task"
)

// The parts of a run definition of BenchExec. The document type that the header names documents the
// attributes.
type (
	runDefinition struct {
		XMLName xml.Name    `xml:"benchmark"`
		Tool    string      `xml:"tool,attr"`
		Display string      `xml:"displayName,attr"`
		CPU     string      `xml:"timelimit,attr,omitempty"`
		Wall    string      `xml:"walltimelimit,attr,omitempty"`
		Memory  string      `xml:"memlimit,attr,omitempty"`
		Cores   int         `xml:"cpuCores,attr,omitempty"`
		Run     runName     `xml:"rundefinition"`
		Tasks   []runTasks  `xml:"tasks"`
		Columns []runColumn `xml:"columns>column"`
	}
	runName struct {
		Name    string      `xml:"name,attr"`
		Options []runOption `xml:"option"`
	}
	runOption struct {
		Name  string `xml:"name,attr"`
		Value string `xml:",chardata"`
	}
	runTasks struct {
		Name     string `xml:"name,attr"`
		Set      string `xml:"includesfile"`
		Property string `xml:"propertyfile,omitempty"`
	}
	runColumn struct {
		Name string `xml:"title,attr"`
		Text string `xml:",chardata"`
	}
)

const (
	runHeader = xml.Header + `<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 1.9//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">` + "\n"
	toolInfo  = "tools.benchexec.cornet"
	checkSat  = "check-sat.prp" // the property of Horn systems, with its name in CHC-COMP
)

// writeBenchExec writes a run definition for BenchExec, with a definition for each task. It returns
// instructions for using it.
func (o *Options) writeBenchExec(tasks []task.Task) (string, error) {
	if o.Solver != "" || len(o.Against) > 0 || o.Validate {
		return "", errors.New("--on benchexec is for this program alone, without --solver, --against and --validate: BenchExec has modules for other tools")
	}
	dir, err := filepath.Abs(filepath.Dir(o.Out))
	if err != nil {
		return "", err
	}
	base := filepath.Base(o.Out)
	z := runDefinition{Tool: toolInfo, Display: "Cornet", Run: runName{Name: "cornet"}, Columns: []runColumn{{"engine", "engine"}}}
	z.CPU, z.Wall = limit(o.CPUTimeout), limit(o.Timeout)
	if o.Memory > 0 {
		z.Memory = fmt.Sprintf("%d B", int64(o.Memory))
	}
	if o.CPUs > 1 {
		z.Cores = o.CPUs
	}
	words, err := splitWords(o.Args)
	if err != nil {
		return "", err
	}
	for _, w := range append(words, "--stats", fmt.Sprintf("--timeout=%g", o.Timeout.Seconds())) {
		z.Run.Options = append(z.Run.Options, runOption{Name: w})
	}
	sets := map[runTasks]*bytes.Buffer{}
	for _, t := range tasks {
		property := t.PropertyFile
		if t.Language == task.SMTLIB {
			property = filepath.Join(dir, base+".tasks", checkSat)
		}
		name := cmp.Or(t.Track, "tasks")
		if property != "" && t.Language == task.C {
			name += "." + t.Property
		}
		g := runTasks{name, base + "." + name + ".set", relative(dir, property)}
		if sets[g] == nil {
			sets[g] = new(bytes.Buffer)
			z.Tasks = append(z.Tasks, g)
		}
		file := path.Join(base+".tasks", name, strings.ReplaceAll(filepath.ToSlash(t.Name), "..", "_")+".yml")
		fmt.Fprintln(sets[g], file)
		place := filepath.Join(dir, filepath.FromSlash(file))
		if err := replaceFile(place, definition(t, filepath.Dir(place), property)); err != nil {
			return "", err
		}
	}
	slices.SortFunc(z.Tasks, func(a, b runTasks) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Property, b.Property))
	})
	text, err := xml.MarshalIndent(z, "", "  ")
	if err != nil {
		return "", err
	}
	err = errors.Join(replaceFile(o.Out+".xml", append([]byte(runHeader), append(text, '\n')...)),
		replaceFile(filepath.Join(dir, base+".tasks", checkSat), []byte("The system of constrained Horn clauses is satisfiable.\n")))
	for g, list := range sets {
		err = errors.Join(err, replaceFile(filepath.Join(dir, g.Set), list.Bytes()))
	}
	return fmt.Sprintf("%d tasks for BenchExec. In the folder of Cornet's archive or sources: PYTHONPATH=. benchexec --tool-directory . %s\n", len(tasks), filepath.Join(dir, base+".xml")), err
}

// limit writes a time as BenchExec reads it; nothing for no limit.
func limit(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return fmt.Sprintf("%d s", (d+time.Second-1)/time.Second)
}

// relative returns the path of file from dir, if possible.
func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); file != "" && err == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// definition returns a task definition, in format 2.0, for a file in dir.
func definition(t task.Task, dir, property string) []byte {
	var b bytes.Buffer
	b.WriteString("format_version: '2.0'\ninput_files:\n")
	for _, f := range t.Files {
		fmt.Fprintf(&b, "  - %q\n", relative(dir, f))
	}
	if property != "" {
		fmt.Fprintf(&b, "properties:\n  - property_file: %q\n", relative(dir, property))
	}
	if property != "" && t.Expected != task.Unknown {
		fmt.Fprintf(&b, "    expected_verdict: %v\n", t.Expected == task.True)
	}
	if t.Language == task.C {
		fmt.Fprintf(&b, "options:\n  language: C\n  data_model: %s\n", t.Model())
	}
	return b.Bytes()
}
