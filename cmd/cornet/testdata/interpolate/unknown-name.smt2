(declare-const p Bool)
(assert (! p :named a))
(push)
(assert (! (not p) :named b))
(check-sat)
(pop)
(get-interpolants a
  (b))
