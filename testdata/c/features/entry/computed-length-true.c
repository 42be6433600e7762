// the length of an array that is a parameter may be computed from other parameters
// expect: TRUE
// flags: --entry f --check memory
// run: no, there is no main
int f(unsigned n, int a[2 * n + 1]) { return n < 9 ? a[2 * n] : 0; }
