; A disjunction of a predicate and a constraint in a body.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 1))
(assert (forall ((x Int)) (=> (and (or (p x) (> x 10)) (< x 12)) (q x))))
(assert (forall ((x Int)) (=> (and (q x) (= x 11)) false)))
(check-sat)
