// __CPROVER_same_object and __CPROVER_POINTER_OBJECT are any value
// expect: over-approximated, __CPROVER_same_object is any value
// run: no, gcc does not know the functions
int main(void) {
  int x;
  __CPROVER_assert(__CPROVER_same_object(&x, &x), "one object");
}
