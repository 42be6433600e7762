// the size of a pointer difference
// expect: FALSE
// flags: --data-model LP64
extern void reach_error(void);

int main(void) {
  int v[3];
  if (sizeof(&v[2] - &v[0]) != 8) reach_error();
  if (&v[2] - &v[0] == 2) reach_error();
  return 0;
}
