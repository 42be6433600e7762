// #if, #elif, #ifdef
// expect: FALSE
extern void reach_error(void);

#define A 5
#if A > 5
#define R 1
#elif A == 5 && defined(A) && !defined B
#define R 2
#else
#error wrong
#endif
#ifdef B
#undef R
#define R 3
#endif

int main(void) {
  if (R == 2) reach_error();
  return 0;
}
