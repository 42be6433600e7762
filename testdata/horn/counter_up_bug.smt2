; A counter that grows passes 4 after five steps.
(set-logic HORN)
(set-info :status unsat)
(declare-fun inv (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (inv x))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x) (= y (+ x 1))) (inv y))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 4)) false)))
(check-sat)
