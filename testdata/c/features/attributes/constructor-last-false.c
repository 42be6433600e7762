// constructors without priority have the last one, 65535; equal priorities are in the order of the text
// expect: FALSE
extern void reach_error(void);

int g;
__attribute__((constructor)) static void a(void) { g = g * 10 + 1; }
__attribute__((constructor(65535))) static void b(void) { g = g * 10 + 2; }
__attribute__((constructor(500))) static void c(void) { g = g * 10 + 3; }

int main(void) {
  if (g == 312) reach_error();
  return 0;
}
