; A quantified formula is the argument of an atom.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p (Bool) Bool)
(assert (p (exists ((y Int)) (> y 0))))
(assert (not (p true)))
(check-sat)
