// a union is initialised by its first member, or by name
// expect: FALSE
extern void reach_error(void);

union u { unsigned char c; unsigned n; } b = {.n = 0x141};

int main(void) {
  if (b.n != 0x141) reach_error();
  if (b.c == 0x41) reach_error();
  return 0;
}
