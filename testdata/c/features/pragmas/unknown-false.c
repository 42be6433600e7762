// unknown pragmas and those about warnings change nothing
// expect: FALSE
extern void reach_error(void);

#pragma GCC diagnostic ignored "-Wall"
#pragma whatever

int main(void) {
  int n = 0;
  _Pragma("GCC unroll 4")
  for (int i = 0; i < 4; i++) n += i;
  if (n == 6) reach_error();
  return 0;
}
