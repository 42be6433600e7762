// a program's own strlen goes before the model
// expect: TRUE
// gcc: -fno-builtin
extern void reach_error(void);

unsigned long strlen(const char *s) { return 42; }

int main(void) {
  if (strlen("ab") != 42) reach_error();
  return 0;
}
