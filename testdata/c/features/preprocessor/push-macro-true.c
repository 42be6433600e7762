// #pragma push_macro and pop_macro
// expect: TRUE
extern void reach_error(void);

#define X 1
#pragma push_macro("X")
#undef X
#define X 2
static int inner = X;
#pragma pop_macro("X")

int main(void) {
  if (inner * 10 + X != 21) reach_error();
  return 0;
}
