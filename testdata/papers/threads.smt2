; example.c, the running example of Jie Su, Cong Tian, Zhenhua Duan, "Conditional
; Interpolation: Making Concurrent Program Verification More Effective", ESEC/FSE
; 2021: the product of two threads over the shared variable x and the second
; thread's m. A predicate is a pair of locations, named as in the paper's figures
; 1(c), 2 and 3; clauses are in the order in which figure 2 explores them, the
; first thread first. The states in which the second thread stands at its l4,
; after Error(), are queries.
;
;   thread 1   l1 a: x = x + 1   l2 b: if (x < 3) l3 c: x = x + 2  l4   (d: else, l6)
;   thread 2   l1 A: m = x - 1   l2 B: if (x > 4) l3 C: Error()    l4   (D: else, l6)
(set-logic HORN)
(set-info :status sat)
(declare-fun L0 (Int Int) Bool)
(declare-fun L1 (Int Int) Bool) ; l1, l1
(declare-fun L2 (Int Int) Bool) ; l1, l2
(declare-fun L3 (Int Int) Bool) ; l1, l3
(declare-fun L5 (Int Int) Bool) ; l2, l1
(declare-fun L6 (Int Int) Bool) ; l2, l2
(declare-fun L7 (Int Int) Bool) ; l2, l3
(declare-fun L9 (Int Int) Bool) ; l3, l1
(declare-fun L10 (Int Int) Bool) ; l3, l2
(declare-fun L11 (Int Int) Bool) ; l3, l3
(declare-fun L13 (Int Int) Bool) ; l4, l1
(declare-fun L14 (Int Int) Bool) ; l4, l2
(declare-fun L15 (Int Int) Bool) ; l4, l3
(declare-fun L17 (Int Int) Bool) ; l6, l1
(declare-fun L18 (Int Int) Bool) ; l6, l2
(declare-fun L19 (Int Int) Bool) ; l6, l3
(declare-fun L21 (Int Int) Bool) ; l6, l6
(declare-fun L22 (Int Int) Bool) ; l4, l6
(declare-fun L23 (Int Int) Bool) ; l2, l6
(declare-fun L24 (Int Int) Bool) ; l3, l6
(declare-fun L25 (Int Int) Bool) ; l1, l6
(assert (forall ((x Int) (m Int)) (L0 x m)))
(assert (forall ((x Int) (m Int)) (=> (L0 x m) (L1 0 m)))) ; x = 0
(assert (forall ((x Int) (m Int)) (=> (L1 x m) (L5 (+ x 1) m)))) ; a
(assert (forall ((x Int) (m Int)) (=> (L1 x m) (L2 x (- x 1))))) ; A
(assert (forall ((x Int) (m Int)) (=> (L2 x m) (L6 (+ x 1) m)))) ; a
(assert (forall ((x Int) (m Int)) (=> (and (L2 x m) (> x 4)) (L3 x m)))) ; B
(assert (forall ((x Int) (m Int)) (=> (and (L2 x m) (not (> x 4))) (L25 x m)))) ; D
(assert (forall ((x Int) (m Int)) (=> (L3 x m) (L7 (+ x 1) m)))) ; a
(assert (forall ((x Int) (m Int)) (=> (L3 x m) false))) ; C
(assert (forall ((x Int) (m Int)) (=> (and (L5 x m) (not (< x 3))) (L17 x m)))) ; d
(assert (forall ((x Int) (m Int)) (=> (and (L5 x m) (< x 3)) (L9 x m)))) ; b
(assert (forall ((x Int) (m Int)) (=> (L5 x m) (L6 x (- x 1))))) ; A
(assert (forall ((x Int) (m Int)) (=> (and (L6 x m) (not (< x 3))) (L18 x m)))) ; d
(assert (forall ((x Int) (m Int)) (=> (and (L6 x m) (< x 3)) (L10 x m)))) ; b
(assert (forall ((x Int) (m Int)) (=> (and (L6 x m) (> x 4)) (L7 x m)))) ; B
(assert (forall ((x Int) (m Int)) (=> (and (L6 x m) (not (> x 4))) (L23 x m)))) ; D
(assert (forall ((x Int) (m Int)) (=> (and (L7 x m) (not (< x 3))) (L19 x m)))) ; d
(assert (forall ((x Int) (m Int)) (=> (and (L7 x m) (< x 3)) (L11 x m)))) ; b
(assert (forall ((x Int) (m Int)) (=> (L7 x m) false))) ; C
(assert (forall ((x Int) (m Int)) (=> (L9 x m) (L13 (+ x 2) m)))) ; c
(assert (forall ((x Int) (m Int)) (=> (L9 x m) (L10 x (- x 1))))) ; A
(assert (forall ((x Int) (m Int)) (=> (L10 x m) (L14 (+ x 2) m)))) ; c
(assert (forall ((x Int) (m Int)) (=> (and (L10 x m) (> x 4)) (L11 x m)))) ; B
(assert (forall ((x Int) (m Int)) (=> (and (L10 x m) (not (> x 4))) (L24 x m)))) ; D
(assert (forall ((x Int) (m Int)) (=> (L11 x m) (L15 (+ x 2) m)))) ; c
(assert (forall ((x Int) (m Int)) (=> (L11 x m) false))) ; C
(assert (forall ((x Int) (m Int)) (=> (L13 x m) (L14 x (- x 1))))) ; A
(assert (forall ((x Int) (m Int)) (=> (and (L14 x m) (> x 4)) (L15 x m)))) ; B
(assert (forall ((x Int) (m Int)) (=> (and (L14 x m) (not (> x 4))) (L22 x m)))) ; D
(assert (forall ((x Int) (m Int)) (=> (L15 x m) false))) ; C
(assert (forall ((x Int) (m Int)) (=> (L17 x m) (L18 x (- x 1))))) ; A
(assert (forall ((x Int) (m Int)) (=> (and (L18 x m) (> x 4)) (L19 x m)))) ; B
(assert (forall ((x Int) (m Int)) (=> (and (L18 x m) (not (> x 4))) (L21 x m)))) ; D
(assert (forall ((x Int) (m Int)) (=> (L19 x m) false))) ; C
(assert (forall ((x Int) (m Int)) (=> (and (L23 x m) (not (< x 3))) (L21 x m)))) ; d
(assert (forall ((x Int) (m Int)) (=> (and (L23 x m) (< x 3)) (L24 x m)))) ; b
(assert (forall ((x Int) (m Int)) (=> (L24 x m) (L22 (+ x 2) m)))) ; c
(assert (forall ((x Int) (m Int)) (=> (L25 x m) (L23 (+ x 1) m)))) ; a
(check-sat)
