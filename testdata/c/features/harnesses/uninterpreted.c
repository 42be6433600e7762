// a function called __CPROVER_uninterpreted_… yields the same value for the same arguments
// expect: over-approximated, __CPROVER_uninterpreted_f
// run: no, gcc does not know the functions
int __CPROVER_uninterpreted_f(int);
int main(void) {
  __CPROVER_assert(__CPROVER_uninterpreted_f(1) == __CPROVER_uninterpreted_f(1), "a function");
}
