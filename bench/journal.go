// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"cornet/bench/result"
	"cornet/bench/task"
)

// journal keeps finished runs on disk as they come, one line of JSON each, so that an interrupted
// benchmark continues where it stopped. Lines of other benchmarks (other limits, solvers, builds)
// in the file are kept. Several goroutines may use a journal.
//
// Invariant: the file ends with a line break. So every line is complete except perhaps the last
// one, after a crash in the middle of writing; open drops it.
type journal struct {
	mu     sync.Mutex
	file   *os.File
	path   string
	runs   map[string]result.Run // by key
	rest   []byte                // lines of other benchmarks, as read
	shared bool                  // another machine reads the file at the same time
}

// entry is one line: a finished run. In journals of jobs on a cluster, entries also record the
// machine, and runs that have begun.
type entry struct {
	Key     string          `json:"key,omitempty"`
	Run     *result.Run     `json:"run,omitempty"`
	Machine *result.Machine `json:"machine,omitempty"`
}

// errJournalBusy means that another process holds the journal.
var errJournalBusy = errors.New("another benchmark run is writing to it")

// openJournal opens or creates the journal and reads the runs with the given keys.
func openJournal(path string, keys map[string]bool) (*journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &journal{file: f, path: path, runs: map[string]result.Run{}}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	if err := j.read(keys); err != nil {
		f.Close()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return j, nil
}

// read loads the entries and cuts off an unfinished line. Complete lines that are not entries are
// dropped when the journal is next rewritten.
func (j *journal) read(keys map[string]bool) error {
	r := bufio.NewReader(j.file)
	end := int64(0)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		end += int64(len(line))
		var e entry
		switch {
		case json.Unmarshal(line, &e) != nil || e.Run == nil:
		case keys[e.Key]:
			j.runs[e.Key] = *e.Run
		default:
			j.rest = append(j.rest, line...)
		}
	}
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	_, err := j.file.Seek(end, io.SeekStart)
	return err
}

// add writes one finished run.
func (j *journal) add(key string, r result.Run) error { return j.write(entry{Key: key, Run: &r}) }

// write writes a line.
func (j *journal) write(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err = j.file.Write(append(line, '\n'))
	if j.shared && err == nil && e.Run != nil {
		err = j.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// discard forgets this benchmark's runs, on disk too.
func (j *journal) discard() error {
	clear(j.runs)
	if err := j.file.Truncate(0); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if _, err := j.file.WriteAt(j.rest, 0); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	_, err := j.file.Seek(int64(len(j.rest)), io.SeekStart)
	return err
}

// finish removes this benchmark's runs. If nothing else is in the file, it removes the file.
func (j *journal) finish() error {
	if err := j.discard(); err != nil {
		return err
	}
	if len(bytes.TrimSpace(j.rest)) > 0 {
		return nil
	}
	if err := os.Remove(j.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// close closes the file. A nil journal has none.
func (j *journal) close() {
	if j != nil {
		j.file.Close()
	}
}

// keyOf returns the key of a run in a journal: everything that its outcome depends on, except the
// machine and the contents of the input. The number of jobs is not part of it.
func keyOf(o Options, s solver, t task.Task) string {
	text, err := json.Marshal([]any{
		t.Name, t.Files, t.Property, t.PropertyFile, t.DataModel,
		s.name, s.byTask[t.Language].text, s.version, s.build, s.validate,
		o.Timeout, o.CPUTimeout, int64(o.Memory), o.Grace,
	})
	if err != nil {
		panic(fmt.Sprintf("bench: a journal key of strings and numbers does not encode: %v", err))
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}
