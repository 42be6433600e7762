// #pragma pack with a macro, which gcc does not expand
// expect: refused, #pragma pack
extern void reach_error(void);

#define BYTES 2
#pragma pack(push, BYTES)
struct s { char c; int i; };
#pragma pack(pop)

int main(void) {
  if (sizeof(struct s) != 6) reach_error();
  return 0;
}
