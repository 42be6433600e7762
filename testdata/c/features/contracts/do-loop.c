// a loop invariant of a do loop
// expect: refused, a clause __CPROVER_loop_invariant that does not follow the head of a function, of a for loop or of a while loop
// run: no, compilers know no contracts
int main(void) {
  int i = 0;
  do
    __CPROVER_loop_invariant(i < 2)
  { i++; } while (i < 5);
  return 0;
}
