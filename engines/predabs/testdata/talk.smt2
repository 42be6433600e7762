; i = 0; x = j; while (i < 50) { i++; x++; } if (j == 0) assert(x >= 50);
; The example of Rümmer and Subotić's talk on interpolation abstraction.
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(assert (forall ((j Int)) (loop 0 j j)))
(assert (forall ((i Int) (x Int) (j Int)) (=> (and (loop i x j) (< i 50)) (loop (+ i 1) (+ x 1) j))))
(assert (forall ((i Int) (x Int) (j Int)) (=> (and (loop i x j) (>= i 50) (= j 0) (< x 50)) false)))
(check-sat)
