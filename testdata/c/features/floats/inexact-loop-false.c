// ten times 0.1 is not 1
// expect: FALSE
// gcc: -msse2 -mfpmath=sse
extern void reach_error(void);

int main(void) {
  double s = 0;
  for (int i = 0; i < 10; i++) s += 0.1;
  if (!(s != 1.0)) reach_error();
  if (s < 1.0) reach_error();
  return 0;
}
