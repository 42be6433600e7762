// a loop invariant of a do loop
// expect: refused, a clause __CPROVER_loop_invariant that stands neither behind the head of a function nor of a for or while loop, as it has to
// run: no, compilers know no contracts
int main(void) {
  int i = 0;
  do
    __CPROVER_loop_invariant(i < 2)
  { i++; } while (i < 5);
  return 0;
}
