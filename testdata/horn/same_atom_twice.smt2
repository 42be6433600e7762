; Premises are counted by occurrence.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p (Int) Bool)
(assert (p 1))
(assert (p 2))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y) (p x) (= (+ x y) 3)) false)))
(check-sat)
