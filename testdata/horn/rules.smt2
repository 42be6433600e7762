; The fixedpoint dialect.
(set-info :status unsat)
(declare-rel p (Int))
(declare-rel err ())
(declare-var x Int)
(rule (=> (= x 0) (p x)))
(rule (=> (p x) (p (+ x 3))))
(rule (=> (and (p x) (= x 9)) err))
(query err)
