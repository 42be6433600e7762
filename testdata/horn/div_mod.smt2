; Halving stays between 0 and the start.
(set-logic HORN)
(set-info :status sat)
(declare-fun h (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (h n n))))
(assert (forall ((n Int) (x Int)) (=> (h n x) (h n (div x 2)))))
(assert (forall ((n Int) (x Int)) (=> (h n x) (<= 0 x n))))
(check-sat)
