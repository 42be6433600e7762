// overflow gives infinity
// expect: FALSE
// gcc: -msse2 -mfpmath=sse -fno-sanitize=float-divide-by-zero
extern void reach_error(void);

int main(void) {
  double big = 1e308;
  double inf = big * 10;
  if (!(inf > big)) reach_error();
  if (inf != inf + 1) reach_error();
  if (!(-inf < 0)) reach_error();
  if (inf - inf != inf - inf) reach_error();
  return 0;
}
