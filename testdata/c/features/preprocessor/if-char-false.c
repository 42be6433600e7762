// characters in #if
// expect: FALSE
extern void reach_error(void);

#if 'A' == 65 && '\0' == 0
#define R 1
#else
#define R 0
#endif

int main(void) {
  if (R == 1) reach_error();
  return 0;
}
