; A value of a datatype cannot hold itself through an array.
(set-logic HORN)
(set-info :status sat)
(declare-datatypes ((L 0)) (((nil) (cons (f (Array Int L))))))
(assert (forall ((y (Array Int L))) (not (= (select y 3) (cons y)))))
(check-sat)
