// #undef and a new definition
// expect: TRUE
extern void reach_error(void);

#define N 1
static const int one = N;
#undef N
#define N 2

int main(void) {
  if (one + N != 3) reach_error();
  return 0;
}
