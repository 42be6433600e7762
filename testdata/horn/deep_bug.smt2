; A counterexample forty steps deep.
(set-logic HORN)
(set-info :status unsat)
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 1)))))
(assert (not (inv 40)))
(check-sat)
