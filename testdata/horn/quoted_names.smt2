; Symbols that need quotes.
(set-logic HORN)
(set-info :status sat)
(declare-fun |a loop| (Int) Bool)
(assert (forall ((|the x| Int)) (=> (= |the x| 1) (|a loop| |the x|))))
(assert (forall ((|the x| Int)) (=> (|a loop| |the x|) (|a loop| (* 3 |the x|)))))
(assert (forall ((|the x| Int)) (=> (and (|a loop| |the x|) (<= |the x| 0)) false)))
(check-sat)
