// the text of an #error that is skipped need not be tokens
// expect: TRUE
#ifdef NOT_DEFINED
#error can't be
#endif
extern void reach_error(void);

int main(void) {
  if (2 + 2 != 4) reach_error();
  return 0;
}
