// an access after the end of an array that is a parameter: object
// expect: FALSE
// flags: --entry f --check memory
// run: no, there is no main

int f(int (*a)[3]) { return a[1][0]; }
