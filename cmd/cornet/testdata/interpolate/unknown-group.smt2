(declare-const p Bool)
(assert (! p :interpolation-group a))
(assert (not p))
(get-interpolant (a b))
