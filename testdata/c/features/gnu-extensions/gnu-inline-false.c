// a definition of an extern gnu_inline function before another one
// expect: FALSE
extern void reach_error(void);

extern inline __attribute__((gnu_inline)) int f(int x) { return x + 1; }
extern __inline __attribute__((__gnu_inline__, __always_inline__)) int g(int x) { return 2 * f(x); }
int f(int x) { return x + 1; }
int g(int x) { return 2 * f(x); }

int main(void) {
  if (f(1) == 2 && g(1) == 4) reach_error();
  return 0;
}
