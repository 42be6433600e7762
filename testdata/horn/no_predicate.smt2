; A violated clause without predicates.
(set-logic HORN)
(set-info :status unsat)
(assert (forall ((x Int)) (=> (> x 0) false)))
(check-sat)
