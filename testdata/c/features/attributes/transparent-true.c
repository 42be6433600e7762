// aligned local variables
// expect: TRUE
extern void reach_error(void);

int main(void) {
  _Alignas(16) char c = 3;
  int v[4] __attribute__((aligned(32))) = {1, 2, 3, 4};
  if (!((unsigned long)v % 32 == 0)) reach_error();
  if (!(v[3] == 4 && c == 3)) reach_error();
  return 0;
}
