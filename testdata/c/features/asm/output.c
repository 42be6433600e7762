// an output of asm is any value
// expect: over-approximated, asm
extern void reach_error(void);

int main(void) {
  int x = 1;
  __asm__("movl $5, %0" : "=r"(x));
  if (x != 5) reach_error();
  return 0;
}
