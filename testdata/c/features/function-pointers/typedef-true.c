// a typedef of a function type
// expect: TRUE
extern void reach_error(void);

typedef int op(int);
static op inc, dec;
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static int run(op *f, op g) { return f(10) * g(10); }

int main(void) {
  if (!(run(inc, dec) == 99)) reach_error();
  return 0;
}
