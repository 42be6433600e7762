; McCarthy 91, a nonlinear system.
(set-logic HORN)
(set-info :status sat)
(declare-fun mc (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (mc n (- n 10)))))
(assert (forall ((n Int) (t Int) (r Int)) (=> (and (<= n 100) (mc (+ n 11) t) (mc t r)) (mc n r))))
(assert (forall ((n Int) (r Int)) (=> (and (mc n r) (<= n 101)) (= r 91))))
(check-sat)
