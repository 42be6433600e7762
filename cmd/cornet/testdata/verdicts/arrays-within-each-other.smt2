; Two datatypes hold each other through an array.
(set-logic HORN)
(set-info :status sat)
(declare-datatypes ((A 0) (B 0)) (((na) (ca (fa (Array Int B)))) ((nb) (cb (fb A)))))
(assert (forall ((y (Array Int B))) (not (= (select y 3) (cb (ca y))))))
(check-sat)
