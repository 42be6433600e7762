; SPDX-License-Identifier: Apache-2.0
; Satisfiable. A read at an index that only a former check has found equal to another one.
(set-option :produce-interpolants true)
(set-logic ALL)
(declare-fun z () Int)
(declare-fun w () Int)
(declare-fun m () (Array Int Int))
(declare-fun n () (Array Int Int))
(declare-fun x_edge0 () Int)
(declare-fun n_edge0 () (Array Int Int))
(declare-fun o_edge0 () (Array Int Int))
(declare-fun q_edge1 () Bool)
(declare-fun y_edge1 () Int)
(declare-fun z_edge1 () Int)
(declare-fun w_edge0 () Int)
(declare-fun m_edge0 () (Array Int Int))
(assert (!
  (and
    (<= (* 4 w) (* 3 x_edge0))
    (not (= n_edge0 (store o_edge0 (- (- z) (* 5 x_edge0)) 5)))
    (not (= (store m (- (* 7 z) w) (- (* 2 x_edge0) (* 6 w) 2)) (store m z x_edge0)))) :named p0))
(assert (!
  (and
    (= (store (ite (= o_edge0 (store n (* (- 5) z_edge1) (* 3 w_edge0)))
          (store n (* 2 x_edge0) (- x_edge0 w_edge0))
          (store o_edge0 (* 3 w_edge0) (+ (* 5 y_edge1) (* 6 w_edge0) 5))) (+ (* 12 x_edge0) (* 2 w_edge0) 4) (- (+ (* 2 z_edge1) 1) (* 6 y_edge1))) (ite (= (+ (* 5 x_edge0) z_edge1 (* 4 w_edge0)) 0)
        o_edge0
        (store (store m_edge0 (* (- 3) z_edge1) (- (+ (* 7 x_edge0) y_edge1) 1)) (* 6 z_edge1) (- (* 5 w_edge0) (* 2 x_edge0) (* 6 y_edge1)))))
    (not q_edge1)
    (<= z_edge1 (- 2))
    (= (store o_edge0 (- 5 y_edge1) (- w_edge0)) (ite q_edge1 m_edge0 (store (store n (* 4 w_edge0) 3) (* (- 2) x_edge0) 0)))) :named p1))
(check-sat)
(get-interpolants p0 p1)
