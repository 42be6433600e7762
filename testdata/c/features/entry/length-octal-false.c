// an access after the end of an array that is a parameter: octal
// expect: FALSE
// flags: --entry f --check memory
// run: no, there is no main

int f(int a[010]) { return a[8]; }
