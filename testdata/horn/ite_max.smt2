; A running maximum.
(set-logic HORN)
(set-info :status sat)
(declare-fun m (Int Int) Bool)
(assert (forall ((x Int)) (m x x)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (m x y) (m x (ite (> z y) z y)))))
(assert (forall ((x Int) (y Int)) (=> (m x y) (<= x y))))
(check-sat)
