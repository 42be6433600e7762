// a pointer that walks through an array is a measure
// expect: TRUE
// flags: --check termination
int a[10];
int main(void) {
    for (int *p = a; p < a + 10; p++)
        *p = 1;
}
