; A Boolean argument that decides the direction.
(set-logic HORN)
(set-info :status sat)
(declare-fun s (Bool Int) Bool)
(assert (s true 0))
(assert (forall ((b Bool) (x Int)) (=> (s b x) (s (not b) (ite b (+ x 1) (- x 1))))))
(assert (forall ((b Bool) (x Int)) (=> (and (s b x) (> x 1)) false)))
(check-sat)
