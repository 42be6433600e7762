; A quantified formula decides the argument of an atom.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p (Int) Bool)
(assert (p (ite (exists ((y Int)) (= y 0)) 1 2)))
(assert (not (p 1)))
(check-sat)
