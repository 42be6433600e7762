; Exa.c, the running example of C. Tian, Zhao Duan, Zhenhua Duan, C.-H. L. Ong,
; "More Effective Interpolations in Software Model Checking", ASE 2017: one
; predicate for each location of the control-flow graph, and one clause for each
; edge, in the order in which the paper's figures explore them. The error
; location L11 is a query. The branches are put together from the path formulas
; that the text prints:
;
;   L1   s = 1
;   L2   if (i > 1) {
;   L3     if (a == 1) L4: s = s + 2; else L5: s = s + 1;     L6
;        } else {
;   L12    if (a != 1) L13: s = s + 2; else L14: s = s + 3;   L15
;        }
;   L7   if (s > 3) L10: error L11; else L8; L9
(set-logic HORN)
(set-info :status unsat)
(declare-fun L1 (Int Int Int) Bool)
(declare-fun L2 (Int Int Int) Bool)
(declare-fun L3 (Int Int Int) Bool)
(declare-fun L4 (Int Int Int) Bool)
(declare-fun L5 (Int Int Int) Bool)
(declare-fun L6 (Int Int Int) Bool)
(declare-fun L7 (Int Int Int) Bool)
(declare-fun L8 (Int Int Int) Bool)
(declare-fun L9 (Int Int Int) Bool)
(declare-fun L10 (Int Int Int) Bool)
(declare-fun L12 (Int Int Int) Bool)
(declare-fun L13 (Int Int Int) Bool)
(declare-fun L14 (Int Int Int) Bool)
(declare-fun L15 (Int Int Int) Bool)
(assert (forall ((s Int) (a Int) (i Int)) (L1 s a i)))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L1 s a i) (L2 1 a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L2 s a i) (> i 1)) (L3 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L2 s a i) (not (> i 1))) (L12 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L3 s a i) (= a 1)) (L4 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L3 s a i) (not (= a 1))) (L5 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L4 s a i) (L6 (+ s 2) a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L5 s a i) (L6 (+ s 1) a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L6 s a i) (L7 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L7 s a i) (not (> s 3))) (L8 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L7 s a i) (> s 3)) (L10 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L8 s a i) (L9 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L10 s a i) false)))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L12 s a i) (not (= a 1))) (L13 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (and (L12 s a i) (= a 1)) (L14 s a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L13 s a i) (L15 (+ s 2) a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L14 s a i) (L15 (+ s 3) a i))))
(assert (forall ((s Int) (a Int) (i Int)) (=> (L15 s a i) (L7 s a i))))
(check-sat)
