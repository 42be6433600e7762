// SPDX-License-Identifier: Apache-2.0

package smtlib

import "cornet/logic"

// Script is an SMT-LIB script as read: its commands in the order of the file,
// with all terms in one store. [WriteScript] prints it.
type Script struct {
	Store    *logic.Store
	Name     string // name of the input, for messages
	Logic    string // argument of the last set-logic, "" without
	Commands []Command
	Named    []NamedTerm // terms with a :named attribute, in order

	// Warnings are remarks about text that SMT-LIB does not allow, or that is probably a mistake,
	// with its interpretation.
	Warnings []Warning

	// Annotations are those of VMT-LIB, in order; [WriteScript] does not write them.
	Annotations []Annotation

	// Scope holds the symbols that are visible at the end of the script.
	Scope *Scope
}

// Warning is a remark about a place of a script.
type Warning struct {
	Pos       Pos
	Msg       string
	Departure Departure // how the text departs from SMT-LIB, if it does
}

// CommandKind is the kind of a [Command].
type CommandKind uint8

// The commands. Comments name the fields of [Command] that are set in addition to Kind and Pos.
const (
	CmdInvalid CommandKind = iota

	CmdSetLogic  // Name: the logic
	CmdSetOption // Name: the keyword with its colon; Args: the value
	CmdSetInfo   // Name: the keyword with its colon; Args: the value

	CmdDeclareSort      // Name, Sort
	CmdDefineSort       // Name, Args: parameter list and body; Sort when there are no parameters
	CmdDeclareDatatypes // Sorts, in order, their Datatype has the constructors; Generics: those with parameters
	CmdDeclareFun       // Func; also declare-const and declare-rel
	CmdDeclareConst     // Func, without parameters
	CmdDeclareRel       // Func, with result Bool
	CmdDeclareVar       // Vars[0]
	CmdDefineFun        // Func, Vars: the parameters, Term: the body
	CmdDefineFunsRec    // Recs: functions that may call each other; also define-fun-rec
	CmdDefineConst      // Func, without parameters, Term: the body

	CmdAssert // Term, Name: the outermost :named
	CmdRule   // Term, Name
	// Term; Func for a bare relation, with Term nil if it has parameters; Args: the options
	CmdQuery

	CmdPush             // Number: levels
	CmdPop              // Number: levels
	CmdReset            //
	CmdResetAssertions  //
	CmdCheckSat         //
	CmdCheckSatAssuming // Terms: the literals
	CmdGetModel         //
	CmdGetProof         //
	CmdGetValue         // Terms
	CmdGetInterpolants  // Args; get-interpolants and get-interpolant, Name tells which
	CmdOther            // Name: the command, Args; commands without effect on the problem: echo, get-info, …
	CmdExit             //

	numCommands
)

// Command is one command of a script. Which fields are set depends on Kind.
// The caller must not modify the slices.
type Command struct {
	Kind     CommandKind
	Pos      Pos
	Name     string        // without quotes
	Group    string        // of CmdAssert: the attribute :interpolation-group, without quotes
	Term     *logic.Term   // as written ("faithful"): see the package comment
	Func     *logic.Func   //
	Sort     *logic.Sort   //
	Vars     []*logic.Term // variables
	Sorts    []*logic.Sort
	Generics []*logic.Generic
	Recs     []Recursive
	Terms    []*logic.Term
	Number   int
	Args     []Sexpr // arguments that are kept as text
}

// Recursive is a function that may occur in its own definition: the function satisfies f(Vars) =
// Body for all values of Vars.
type Recursive struct {
	Func *logic.Func
	Vars []*logic.Term
	Body *logic.Term
}

// Annotation is an attribute of a term that makes it part of a transition system: :next, :init,
// :trans, :invar-property, :live-property or :ltl-property.
type Annotation struct {
	Keyword string
	Term    *logic.Term // without free variables
	Next    *logic.Term // of :next: the constant that is its value
	Pos     Pos
}

// NamedTerm is a term that the attribute :named gives a name.
type NamedTerm struct {
	Name string
	Term *logic.Term
	Pos  Pos

	outermost bool // the whole term of a command
}
