; An xor over a quantifier is merged with another clause.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p (Int) Bool)
(assert (forall ((v Int)) (=> (xor (forall ((x Int)) (>= x v)) (> v 3)) (p v))))
(assert (forall ((v Int)) (=> (= v 1) (p v))))
(assert (forall ((v Int)) (=> (p v) (> v 4) false)))
(check-sat)
