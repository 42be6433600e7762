; Arrays as arguments; the property does not need their contents.
(set-logic HORN)
(set-info :status sat)
(declare-fun fill (Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int))) (fill 0 n a)))
(assert (forall ((i Int) (n Int) (a (Array Int Int))) (=> (and (fill i n a) (< i n)) (fill (+ i 1) n (store a i 7)))))
(assert (forall ((i Int) (n Int) (a (Array Int Int))) (=> (and (fill i n a) (< i 0)) false)))
(check-sat)
