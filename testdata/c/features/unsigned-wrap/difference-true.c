// the difference of two wrapped counters is right
// expect: TRUE
// inputs: 4294967290
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned start = __VERIFIER_nondet_uint();
  unsigned now = start + 100;
  if (now - start != 100) reach_error();
  return 0;
}
