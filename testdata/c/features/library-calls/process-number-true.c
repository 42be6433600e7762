// getpid yields a positive number
// expect: TRUE
#include <unistd.h>
void reach_error(void);
int main(void) {
    if (getpid() <= 0)
        reach_error();
}
