; x and y count up together, y by two: after 2^30 - 3 steps y is negative.
(set-logic HORN)
(declare-fun p ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (p #x00000000 #x00000007))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)))
  (=> (and (p x y) (bvslt x #x7ffffff0)) (p (bvadd x #x00000001) (bvadd y #x00000002)))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (p x y) (bvslt y #x00000000)) false)))
(check-sat)
