// asm that clobbers memory may change what a pointer points to
// expect: over-approximated, asm
extern void reach_error(void);

int main(void) {
  int x = 1;
  int *p = &x;
  __asm__ volatile("movl $1, (%0)" :: "r"(p) : "memory");
  if (x != 1) reach_error();
  return 0;
}
