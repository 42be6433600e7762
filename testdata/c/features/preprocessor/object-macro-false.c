// a macro is replaced where it stands
// expect: FALSE
extern void reach_error(void);

#define N 3 + 1

int main(void) {
  if (N * 2 != 5) reach_error();
  if ((N) * 2 == 8) reach_error();
  return 0;
}
