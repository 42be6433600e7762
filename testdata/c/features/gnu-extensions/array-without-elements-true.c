// an array without elements lies where the next member does
// expect: TRUE
// flags: --data-model LP64
extern void reach_error(void);

struct { int a[0]; int b; } s;

int main(void) {
  s.b = 1;
  if (s.a[0] != 1 || sizeof s.a != 0) reach_error();
  return 0;
}
