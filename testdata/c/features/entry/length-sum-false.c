// an access after the end of an array that is a parameter: sum
// expect: FALSE
// flags: --entry f --check memory
// run: no, there is no main

int f(int a[2 + 2]) { return a[4]; }
