// __CPROVER_assume and __CPROVER_assert, preconditions
// expect: FALSE
// run: no, gcc does not know the functions
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 3);
  __CPROVER_precondition(x != 3, "as assumed");
  __CPROVER_assert(x > 4, "more than 3");
}
