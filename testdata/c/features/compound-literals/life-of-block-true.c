// a compound literal is reached by pointers in the block around it, also after a jump back
// expect: TRUE
// flags: --check memory
// run: no, the errors are none of the program's own
struct pair { int a, *b; };
static int sum(struct pair *x) { return x->a + *x->b; }
int main(void) {
  int *p = 0, n = 0, s = 0;
again:
  if (p) s += *p;
  p = n ? (int[]){n, 2} : &(int){n};
  if (n++ < 2) goto again;
  s += *p;
  for (int *q = (int[]){1, 2, 0}; *q; q++) s += *q;
  switch (s) {
  case 0: s = sum(&(struct pair){1, &(int){2}});
  }
  do s += *(&(int){n}); while (n++ < 4 && *(&(int){1}));
  return s;
}
