; Nothing derives p.
(set-logic HORN)
(set-info :status sat)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (p x) false)))
(check-sat)
