(declare-const p Bool)
(assert (! p :named a))
(get-interpolants (and) a)
