// a declaration may mention its own size
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int v[3] = {sizeof v, sizeof v[0]};
  if (v[0] != 12) reach_error();
  if (v[1] == 4 && v[2] == 0) reach_error();
  return 0;
}
