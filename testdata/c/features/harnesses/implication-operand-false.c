// an implication binds more tightly than conditional operators and assignments
// expect: FALSE
// run: no, compilers know no ==>
int main(void) {
  int x = 0;
  x += x ==> 0;
  __CPROVER_assert(x == 1, "assigns the implication");
  __CPROVER_assert(x ? 1 : 0 ==> x, "one of two operands");
  __CPROVER_assert(!x ==> 1 ? !x : x, "the condition");
  return 0;
}
