// __has_include
// expect: FALSE
extern void reach_error(void);

#if __has_include(<stdint.h>) && !__has_include("missing.h")
#define R 1
#else
#define R 0
#endif

int main(void) {
  if (R == 1) reach_error();
  return 0;
}
