; The loop multiplies x by -7, and y - 3x by -4: both change their signs together,
; and x grows faster. So y exceeds 3x by at most 2x where x is positive.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (p 2 10))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (* (- 7) x) (- (* (- 9) x) (* 4 y))))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 100000) (= y (* 4 x))) false)))
(check-sat)
