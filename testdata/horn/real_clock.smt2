; A slow clock never overtakes a fast one.
(set-logic HORN)
(set-info :status sat)
(declare-fun clock (Real Real) Bool)
(assert (clock 0.0 0.0))
(assert (forall ((x Real) (t Real) (d Real)) (=> (and (clock x t) (>= d 0.0)) (clock (+ x (* 0.5 d)) (+ t d)))))
(assert (forall ((x Real) (t Real)) (=> (and (clock x t) (> x t)) false)))
(check-sat)
