// a function that reports success yields 0 or -1
// expect: FALSE
#include <sys/stat.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    struct stat s;
    int found = stat("no such file", &s), readable = access("no such file", R_OK);
    if (found == -1 && readable == -1)
        reach_error();
}
