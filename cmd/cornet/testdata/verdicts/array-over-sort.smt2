; Arrays over an uninterpreted sort are equal in different forms.
(set-logic HORN)
(set-info :status unsat)
(declare-sort S 0)
(declare-fun p ((Array S Int)) Bool)
(assert (forall ((x S)) (p (store ((as const (Array S Int)) 0) x 0))))
(assert (forall ((x S)) (not (p ((as const (Array S Int)) 0)))))
(check-sat)
