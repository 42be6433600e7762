(declare-const p Bool)
(assert (! p :named a))
(assert (! (not p) :named b))
(get-interpolants a (and b a))
