// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"cornet/encode/witness"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/proof/certificate"
)

// certificateTicks limits the search for a proof until the first one fails. A program's conditions
// are usually easy, or not in linear arithmetic.
const certificateTicks = 6_000_000

// certify writes the certificate of an answer from clauses, if the options ask for one, and adds a
// remark about it. o has the system, its model or the execution, and the notes. The error is about
// the folder. Other failures to certify do not change the answer.
func (d *driver) certify(ctx context.Context, z *Result, o witness.Outline, proof *horn.Proof) error {
	if d.out.certificate == "" {
		return nil
	}
	summary, err := d.writeCertificate(ctx, o.System.Horn, &horn.Witness{Verdict: z.Verdict, Model: o.Model, Proof: proof})
	var file *fs.PathError
	var internal *defect.Error
	switch {
	case errors.As(err, &internal):
		z.Defect = internal
		z.remark(witness.OfCertificate, "incomplete: internal error")
		return nil
	case errors.As(err, &file):
		return err
	case err != nil:
		z.remark(witness.OfCertificate, "incomplete: %v", err)
		return nil
	case proof != nil:
		z.remark(witness.OfCertificate, "a refutation; holes in its proof: %d", summary.Holes)
	default:
		z.remark(witness.OfCertificate, "%d of %d conditions have proofs", summary.Proofs, summary.Conditions)
	}
	open := map[int]string{}
	for _, c := range summary.Open {
		open[c.Number] = c.Why
	}
	p := d.prog
	o.Program, o.Property, o.Holes, o.Axioms = p.Program, p.spec, summary.Holes, summary.Axioms
	o.Condition = func(clause int) (string, string) { return certificate.Name(clause), open[clause] }
	o.Threads, o.Reduction = p.instances, p.threads.Reduction.String()
	var text bytes.Buffer
	if err := o.Write(&text); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d.out.certificate, certificate.OutlineFile), text.Bytes(), 0o644)
}

// certifyRanking writes the certificate of a proof of termination, if the options ask for one: the
// conditions of its ranking functions, with proofs. It adds a remark on it.
func (d *driver) certifyRanking(ctx context.Context, z *Result, p *proved) error {
	if d.out.certificate == "" {
		return nil
	}
	r := p.answer.Certificate.Ranking
	sys, err := r.Conditions(whetherEnds(p.sys))
	if err != nil {
		return err
	}
	summary, err := d.writeCertificate(ctx, sys, &horn.Witness{Verdict: horn.Safe, Model: r.Model})
	return z.certified(err, "%d of %d conditions of the ranking functions have proofs", summary.Proofs, summary.Conditions)
}

// certified adds a remark on a certificate, or why it is incomplete. Errors about its folder are
// returned.
func (z *Result) certified(err error, format string, args ...any) error {
	var file *fs.PathError
	switch {
	case errors.As(err, &file):
		return err
	case err != nil:
		z.remark(witness.OfCertificate, "incomplete: %v", err)
	default:
		z.remark(witness.OfCertificate, format, args...)
	}
	return nil
}

// certifyUnwinding writes the certificate of a proof that is an unwinding, if the options ask for
// one, and adds a remark on it.
func (d *driver) certifyUnwinding(ctx context.Context, z *Result, sys *horn.System, u *horn.Unwinding) error {
	if d.out.certificate == "" {
		return nil
	}
	var clauses bytes.Buffer
	err := horn.Write(&clauses, sys)
	if err == nil {
		err = certificate.WriteUnwinding(ctx, d.out.certificate, clauses.Bytes(), u, certificate.Ticks)
	}
	return z.certified(err, "an unwinding of %d instances, with its formula in DIMACS and a proof in LRAT", len(u.Instances))
}

// writeCertificate writes everything except the outline. A panic becomes an
// [*defect.Error].
func (d *driver) writeCertificate(ctx context.Context, sys *horn.System, w *horn.Witness) (z certificate.Summary, err error) {
	defer defect.Recover("certificate of "+d.prog.Name, &err)
	o := d.config.SMT
	o.Ticks = certificateTicks
	return certificate.WriteAnswer(ctx, d.out.certificate, sys, w, o)
}

// certifyError looks for a refutation by clauses after a run of the program has reached an error.
// If there is no refutation, the answer is z, which is that run.
func (d *driver) certifyError(ctx context.Context, z Result) (Result, error) {
	proved, err := d.prove(ctx)
	switch {
	case proved.Verdict == horn.Unsafe:
		return proved, err
	case proved.Verdict == horn.Safe:
		return d.contradicted(z.Path)
	}
	z.Runs = proved.Runs
	z.remark(witness.OfCertificate, "none, since the error was found by running the program and not by its clauses: %s", proved.Reason)
	return z, nil
}
