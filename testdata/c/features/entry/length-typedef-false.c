// an access after the end of an array that is a parameter: typedef
// expect: FALSE
// flags: --entry f --check memory
// run: no, there is no main
typedef int row[4];

int f(row a) { return a[4]; }
