; A valid clause without predicates.
(set-logic HORN)
(set-info :status sat)
(assert (forall ((x Int)) (=> (> x 0) (>= x 1))))
(check-sat)
