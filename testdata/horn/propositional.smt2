; Predicates without arguments.
(set-logic HORN)
(set-info :status unsat)
(declare-fun a () Bool)
(declare-fun b () Bool)
(assert a)
(assert (=> a b))
(assert (not b))
(check-sat)
