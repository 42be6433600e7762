// a union is as large as its largest member
// expect: FALSE
extern void reach_error(void);

union u { char c[5]; int i; };

int main(void) {
  if (sizeof(union u) != 8) reach_error();
  if (_Alignof(union u) == 4) reach_error();
  return 0;
}
