; An xor over a quantifier, alone.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p (Int) Bool)
(assert (forall ((v Int)) (=> (xor (forall ((x Int)) (>= x v)) (> v 3)) (p v))))
(assert (not (p 5)))
(check-sat)
