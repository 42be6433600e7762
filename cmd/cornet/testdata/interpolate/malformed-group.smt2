(declare-const p Bool)
(assert (! p :interpolation-group a))
(get-interpolant (a 1))
