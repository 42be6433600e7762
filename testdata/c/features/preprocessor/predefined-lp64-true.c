// predefined macros of LP64
// expect: TRUE
// flags: --data-model LP64
extern void reach_error(void);

int main(void) {
  int n = 0;
#ifdef __LP64__
  n = __SIZEOF_LONG__;
#endif
  if (n != 8) reach_error();
  if (__LONG_MAX__ != 9223372036854775807L) reach_error();
  return 0;
}
