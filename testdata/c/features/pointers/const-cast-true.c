// a const pointer cast back
// expect: TRUE
extern void reach_error(void);

static void set(const int *p) { *(int *)p = 4; }

int main(void) {
  int x = 3;
  set(&x);
  if (x != 4) reach_error();
  return 0;
}
