; Nothing is asked.
(set-logic HORN)
(set-info :status sat)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
(check-sat)
