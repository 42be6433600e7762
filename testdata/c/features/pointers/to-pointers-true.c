// a pointer to a pointer
// expect: TRUE
extern void reach_error(void);

static void set(int **p, int *to) { *p = to; }

int main(void) {
  int a = 1, b = 2, *p = &a, **pp = &p;
  **pp = 5;
  if (a != 5) reach_error();
  set(&p, &b);
  **pp += 1;
  if (b != 3) reach_error();
  if (a != 5) reach_error();
  return 0;
}
