; A refutation with array values.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (p a 0)))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (p a i) (p (store a i (+ i 10)) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (p a i) (= i 2) (= (select a 1) 11)) false)))
(check-sat)
