; A refutation with datatype values.
(set-logic HORN)
(set-info :status unsat)
(declare-datatypes ((Lst 0)) (((nil) (cons (head Int) (tail Lst)))))
(declare-fun len (Lst Int) Bool)
(assert (len nil 0))
(assert (forall ((x Int) (l Lst) (n Int)) (=> (len l n) (len (cons x l) (+ n 1)))))
(assert (forall ((l Lst) (n Int)) (=> (and (len l n) (= n 2)) false)))
(check-sat)
