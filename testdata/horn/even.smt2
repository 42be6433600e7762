; An even counter, as in the paper on interpolation-based model checking for software.
(set-logic HORN)
(set-info :status sat)
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (and (inv x) (< x 1000)) (inv (+ x 2)))))
(assert (forall ((x Int)) (=> (inv x) (= (mod x 2) 0))))
(check-sat)
