// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"os"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/expr"
	"cornet/encode/scalar"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/horn/hints"
)

// Encoding says how a program is read and made into clauses. Fields with a help tag are options of the command line; see package
// option. The zero value of each means its default.
type Encoding struct {
	Property       string         `placeholder:"FILE" help:"Property file, such as unreach-call.prp, or the name of a property. Default: no error function is called, no assertion fails, no label ERROR is reached."`
	Check          []string       `placeholder:"WORD" help:"What counts as an error, in place of the default: names of properties, of kinds of errors, or of groups of them, such as overflow,unreach-call; all is what C forbids and is looked for, and lost memory: not conversion, deadlock and valid-memcleanup, which C allows, nor uninitialised memory behind pointers, accesses by another type, stores in constants, missing return values, restrict, files that are closed."`
	DataModel      cfg.DataModel  `default:"host" enum:"host,ILP32,LP64" help:"Widths of types: ${enum}. host is LP64 on machines of 64 bits, and ILP32 on those of 32. -m32 and -m64 name the others."`
	Entry          string         `aliases:"function" placeholder:"FUNCTION" help:"Where the program starts; default: main."`
	Include        []string       `short:"I" placeholder:"DIR" help:"Directory that #include searches, behind that of the file, and before the embedded headers."`
	Quote          []string       `name:"iquote" placeholder:"DIR" help:"Directory that #include \"file\" searches before those of -I."`
	System         []string       `name:"isystem" placeholder:"DIR" help:"Directory that #include searches behind those of -I."`
	Define         []string       `short:"D" sep:"none" placeholder:"NAME[=TEXT]" help:"Define a macro; !NAME, or -U NAME, undefines one. In their order."`
	IncludeFile    []string       `placeholder:"FILE" help:"Header to include before the first line: a compiler's -include."`
	Std            string         `placeholder:"STANDARD" help:"Standard of C, such as c99 or gnu11; default: gnu17."`
	Wraps          bool           `name:"fwrapv" hidden:"" help:"Signed operations that overflow wrap around by definition, as with -fwrapv of compilers: they cannot be checked."`
	HostHeaders    bool           `help:"Read the headers of the host in place of the embedded ones."`
	Project        string         `placeholder:"FILE" help:"The program is what this compile_commands.json compiles, with its options and data model."`
	File           []string       `placeholder:"GLOB" help:"Of --project, take the files of this pattern alone."`
	Argument       []string       `sep:"none" placeholder:"NAME=KIND" help:"What an argument of the entry function is: object, array:LENGTH, string, string:LENGTH, null or LOW..HIGH; with ? behind it, or null. LENGTH is a number or another argument. Repeatable."`
	VolatileInputs bool           `help:"Reads of volatile memory yield any values."`
	HavocGlobals   bool           `aliases:"nondet-static" help:"Variables with static storage begin with any values, save constant ones."`
	WithoutBody    []string       `name:"remove-function-body" sep:"none" placeholder:"NAME" help:"A function whose definition does not count, as in goto-instrument; of several definitions, that of the first file does."`
	MallocMayFail  bool           `help:"Functions that allocate memory may fail."`
	MissingBody    cc.MissingBody `default:"pure" enum:"pure,havoc,error" help:"What calls of functions without body do: ${enum}. pure returns any value, havoc also changes what arguments point to and global variables, error is an error."`
	Ints           chc.Ints       `default:"auto" enum:"auto,wrap,math,bv" help:"Integers: ${enum}. auto is wrap, or bv where bit operations need it; math is not C."`
	SignedOverflow string         `default:"wrap" enum:"wrap,assume,check" help:"Signed operations that overflow: ${enum}. check is --check overflow besides what else is checked."`
	Paths          int            `placeholder:"N" group:"experiment" range:"0," help:"How many paths that meet within a block are kept apart; default 4."`
	Reduction      string         `default:"sleep" enum:"full,persistent,sleep" group:"experiment" help:"Of the interleavings of threads, leave out what does not matter: ${enum}."`
	Unwind         int            `placeholder:"N" range:"0," help:"Look at executions with at most N iterations of each loop, each time that it is entered. Finds errors, and answers UNKNOWN where there are none. Default: all executions."`
	ThreadBound    int            `default:"0" placeholder:"N" group:"engine" help:"Where an unknown number of threads is created, explore executions with at most N. Finds errors and proves nothing. Default: 1, 2, and so on."`
	CheckPointers  scalar.Duties  `default:"direct" enum:"none,direct,all" group:"engine" help:"A proof includes that accesses through pointers stay in the objects that the points-to analysis allows: ${enum}. direct are those through pointers that were not stored in arrays or on the heap. Runs test all of them."`
	MaxProduct     int            `default:"100000" placeholder:"N" group:"experiment" help:"Most states of the product of threads that is made as a whole."`
	Product        string         `default:"auto" enum:"auto,whole,lazy,counters" group:"engine" help:"The product of threads: ${enum}. lazy unwinds it on demand, by lazy abstraction (lawi); counters proves programs that create threads in loops, whatever their number; auto is whole, or lazy beyond --max-product, and counters beside. A program without threads can be lazy, too."`
	BlockSize      int            `placeholder:"N" group:"experiment" range:"0," help:"Most steps in a block of a lazy product; 1 explores every statement by itself. Default: blocks end at loops and where threads alternate."`

	// specification is the text of a property file, if none is named; and claims are functions a call of which is an error besides,
	// nil unless claims about the program are to be checked.
	specification string
	claims        []string
	// claimsOfMemory says that the claims read what pointers point to.
	claimsOfMemory bool
	// read, if not nil, reads files in place of those on disk, such as older ones.
	read func(name string) ([]byte, error)
}

// Options say how a program is verified, besides by which engines.
type Options struct {
	Encoding
	AllFindings     bool   `help:"Go on after the first error, and decide every check by itself."`
	Each            string `placeholder:"GLOB" help:"Verify each function of the files whose name matches, as by --entry; '*' means all. --timeout is shared among them."`
	Since           string `placeholder:"REV" help:"Leave out what the front end makes the same of as of the files at this revision of their Git repository: the program, or functions of --each. They are said to be unchanged, and are not verified."`
	NoSimulate      bool   `name:"no-simulate" aliases:"no-probe" negatable:"simulate" group:"experiment" help:"Do not run the program on some inputs first, as is done with --engine auto."`
	Probe           bool   `name:"probe" hidden:"" help:"The same as --simulate."`
	Replay          string `default:"auto" enum:"auto,off,unconfined" help:"Confirm counterexamples by compiling and running the program, where there is gcc: ${enum}. auto runs it in a sandbox, and not where there is none."`
	NoReplay        bool   `name:"no-replay" hidden:"" help:"The same as --replay=off."`
	Witness         string `placeholder:"FILE" help:"Write a witness in SV-COMP's format 2.0, or 2.1 or 2.2 of threads."`
	ValidateWitness string `placeholder:"FILE" help:"Confirm or refute a witness, of SV-COMP's format 2.0, 2.1 or 2.2, about the program. Its property counts unless another is named, and its data model where none is named."`
	Harness         string `placeholder:"DIR" help:"Write C files that reach the error together: those of the program and the inputs of the counterexample."`
	Cover           string `enum:",lines,branches,location,branch" default:"" help:"Write a test suite to --suite that covers the program, in place of a verdict, and count: lines or branches, which CBMC's --cover calls location and branch."`
	Suite           string `placeholder:"DIR" help:"Where --cover writes the program, its harness, the inputs of tests, and a Makefile."`
	Certificate     string `placeholder:"DIR" help:"Write a certificate of the answer to this folder: the clauses, conditions with proofs that Carcara checks, and an outline of the proof in terms of the program."`
	Invariants      bool   `help:"Print the loop invariants of a proof; without a verdict, those that have been proved."`

	document *witness.Document // to be validated, in place of that of ValidateWitness

	// Prepare, if not nil, completes the configuration before engines run. Loading a solver takes time that a program which fails
	// in its first run does not need.
	Prepare func(*engines.Config) error `kong:"-"`
	// Progress, if not nil, is given the answer so far whenever a property or a check has been decided, or a function of Each. It must not block.
	Progress func(Result) `kong:"-"`
	// Cached says that there is a cache, which is asked before anything is run.
	Cached bool `kong:"-"`
	// Hints returns hints about the predicates of an encoding of the program; nil for none.
	Hints func(*horn.System) (*hints.Hints, error) `kong:"-"`
	// Producer is what a witness names as the version of its producer.
	Producer string `kong:"-"`
}

// compiler returns the options that a compiler has, too.
func (e *Encoding) compiler() cc.Compiler {
	return cc.Compiler{Dirs: e.Include, System: e.System, Quote: e.Quote, Macros: e.Define, Files: e.IncludeFile, Standard: e.Std, Wraps: e.Wraps, HostHeaders: e.HostHeaders, Read: e.read}
}

func (e *Encoding) readFile(name string) ([]byte, error) {
	if e.read != nil {
		return e.read(name)
	}
	return os.ReadFile(name)
}

// options returns the options of the clauses; cuts are those of an encoding that was too coarse.
func (e *Encoding) options(cuts expr.Cuts) chc.Options {
	return chc.Options{Cuts: cuts, Ints: e.Ints, Paths: e.Paths, Pointers: e.CheckPointers}
}

func (o *Options) confinement() witness.Confinement {
	if o.Replay == "unconfined" {
		return witness.Unconfined
	}
	return witness.Confined
}
