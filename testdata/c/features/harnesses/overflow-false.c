// __CPROVER_overflow_plus, _minus, _mult, _unary_minus
// expect: FALSE
// run: no, gcc does not know the functions
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(!__CPROVER_overflow_plus(x, 10) && !__CPROVER_overflow_minus(x, 10) && !__CPROVER_overflow_mult(x, 2));
  __CPROVER_assert(x < 0x3fffffff, "twice");
  __CPROVER_assert(__CPROVER_overflow_mult(1u << 31, 2u) && __CPROVER_overflow_unary_minus(-2147483647 - 1), "both");
}
