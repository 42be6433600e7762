// complex numbers
// expect: refused, complex
extern void reach_error(void);

int main(void) {
  double _Complex z = 1.0 + 2.0i;
  if (__imag__ z != 2.0) reach_error();
  return 0;
}
