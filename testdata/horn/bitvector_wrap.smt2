; Steps of five modulo sixteen reach one.
(set-logic HORN)
(set-info :status unsat)
(declare-fun c ((_ BitVec 4)) Bool)
(assert (c #x0))
(assert (forall ((x (_ BitVec 4))) (=> (c x) (c (bvadd x #x5)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (c x) (bvult x #x2) (not (= x #x0))) false)))
(check-sat)
