(declare-const p Bool)
(assert (! p :named a))
(get-interpolants a () a)
