; Arrays over an uninterpreted sort differ, whatever its elements are.
(set-logic HORN)
(set-info :status unsat)
(declare-sort S 0)
(declare-fun p (S Int) Bool)
(assert (forall ((x S) (y S)) (=> (not (= (store ((as const (Array S Int)) 1) x 1) ((as const (Array S Int)) 2))) (p y (ite (= x y) 3 3)))))
(assert (forall ((x S)) (not (p x 3))))
(check-sat)
