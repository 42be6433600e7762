// an access after the end of an array that is a parameter: rows
// expect: FALSE
// flags: --entry f --check memory
// run: no, there is no main

int f(int a[3][2]) { return a[3][0]; }
