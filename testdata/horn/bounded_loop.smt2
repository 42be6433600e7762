; for (i = 0; i < n; i++); assert(i == n);
(set-logic HORN)
(set-info :status sat)
(declare-fun loop (Int Int) Bool)
(assert (forall ((i Int) (n Int)) (=> (and (= i 0) (>= n 0)) (loop i n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (loop i n) (< i n) (= j (+ i 1))) (loop j n))))
(assert (forall ((i Int) (n Int)) (=> (and (loop i n) (>= i n) (not (= i n))) false)))
(check-sat)
