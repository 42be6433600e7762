; x and y count together; z, of which the query does not speak, falls twice and rises once.
(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(assert (p 0 3 0))
(assert (forall ((x Int) (y Int) (z Int))
  (=> (and (p x y z) (< x 10000000)) (p (+ x 1) (+ y 2) (ite (= (mod x 3) 0) (+ z 2) (- z 1))))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (= x 10000000) (= y 20000003)) false)))
(check-sat)
