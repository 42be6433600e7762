/* The program defines the error function itself. Where a debugger could set a breakpoint on it, so does what follows: it finds
   the function, static or not, in the symbol table of the executable. No header that declares functions is included, as the
   program may have such functions of its own. */
#if defined(__linux__) && (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__))
#include <elf.h>
#include <sys/syscall.h>
#if __SIZEOF_POINTER__ == 8
typedef Elf64_Ehdr cornet_file; typedef Elf64_Shdr cornet_section; typedef Elf64_Sym cornet_symbol;
#else
typedef Elf32_Ehdr cornet_file; typedef Elf32_Shdr cornet_section; typedef Elf32_Sym cornet_symbol;
#endif
extern long syscall(long, ...);
extern void (*signal(int, void (*)(int)))(int);
static void cornet_trapped(int s) { cornet_reached(); }
static int cornet_read(int fd, long at, void *to, long n) {
  return syscall(SYS_lseek, fd, at, 0) == at && syscall(SYS_read, fd, to, n) == n;
}
static unsigned long cornet_find(int fd, const char *name) {
  cornet_file f; cornet_section s, names; cornet_symbol x;
  if (!cornet_read(fd, 0, &f, sizeof f)) return 0;
  for (int i = 0; i < f.e_shnum; i++) {
    if (!cornet_read(fd, f.e_shoff + (long)i * f.e_shentsize, &s, sizeof s) || s.sh_type != SHT_SYMTAB) continue;
    if (!cornet_read(fd, f.e_shoff + (long)s.sh_link * f.e_shentsize, &names, sizeof names)) continue;
    for (unsigned long k = 0; k < s.sh_size; k += sizeof x) {
      char c = 1; long n = 0;
      if (!cornet_read(fd, s.sh_offset + k, &x, sizeof x) || (x.st_info & 15) != STT_FUNC || !x.st_value) continue;
      while (cornet_read(fd, names.sh_offset + x.st_name + n, &c, 1) && c == name[n] && c) n++;
      if (!c && !name[n]) return x.st_value;
    }
  }
  return 0;
}
__attribute__((constructor)) static void cornet_watch(void) {
#ifdef __aarch64__
  static const unsigned char trap[] = {0, 0, 0x20, 0xd4};
#else
  static const unsigned char trap[] = {0xcc};
#endif
  int fd = syscall(SYS_openat, -100, "/proc/self/exe", 0);
  unsigned long own = cornet_find(fd, "cornet_reached");
  for (unsigned i = 0; i < sizeof cornet_errors / sizeof *cornet_errors; i++) {
    unsigned long at = cornet_find(fd, cornet_errors[i]);
    if (!own || !at) continue;
    unsigned char *p = (unsigned char *)((unsigned long)cornet_reached - own + at);
    unsigned long page = (unsigned long)p & ~4095ul;
    if (syscall(SYS_mprotect, page, 8192ul, 7)) continue;
    for (unsigned k = 0; k < sizeof trap; k++) p[k] = trap[k];
    __builtin___clear_cache((char *)p, (char *)p + sizeof trap);
    signal(5, cornet_trapped);
  }
  syscall(SYS_close, fd);
}
#endif
