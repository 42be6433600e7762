; Alethe has no rules for the values of arrays: three holes.
(set-logic HORN)
(declare-fun p ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int)) (i Int)) (=> (= (select a i) 3) (p (store a (+ i 1) 4) i))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (p a i) (= (select a (+ i 1)) 4)) false)))
(check-sat)
