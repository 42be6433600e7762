(declare-const p Bool)
(assert (! p :interpolation-group 1))
