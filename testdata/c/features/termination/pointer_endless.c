// a pointer that walks through an array is a measure
// expect: FALSE
// flags: --check termination
// run: no, it does not end
int a[10];
int main(void) {
    for (int *p = a; p < a + 10; p++)
        if (p == a + 5)
            p = a;
}
