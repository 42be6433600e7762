// The even counter of D. Beyer, N.-Z. Lee, P. Wendler, "Interpolation and SAT-Based Model
// Checking Revisited: Adoption to Software Verification", Fig. 1(a), adopted from
// loop-invariants/even.c of SV-COMP 2022. Safe.
extern int nondet();

int main(void) {
  unsigned int x = 0;
  while (nondet()) {
    x += 2;
  }
  if (x % 2) {
    ERROR: return 1;
  }
  return 0;
}
