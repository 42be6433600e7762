// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/verify"
)

// TestCompilerOptions checks the meaning of a compiler's options: none (""), some options of
// Cornet, or a refusal.
func TestCompilerOptions(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"-Wall -Wextra -Werror=format=2 -W -w -pedantic -pedantic-errors -Wa,-al -Wl,--gc-sections -Wp,-MMD,a.d":                                             "",
		"-g -g3 -ggdb -c -S -E -o a.o -oa.o -pipe -MD -MMD -MP -MF a.d -MT a.o -save-temps -fsyntax-only":                                                    "",
		"-march=x86-64-v2 -mtune=native -mfpmath=sse -msse2 -mavx2 -mno-fma -fexcess-precision=standard -fPIC -fno-pie -fstack-protector-strong -fno-common": "",
		"-fno-strict-aliasing -fno-builtin -ffunction-sections -fsanitize=address,undefined --coverage -x c":                                                 "",
		"-static -shared -lm -l pthread -L lib -fsigned-char -fstrict-overflow -fno-unsigned-char":                                                           "",
		"-m32":           "--data-model=ILP32",
		"-m64 -ansi":     "--data-model=LP64 --std=ansi",
		"-std=c99 -DX=1": "--std=c99 --define=X=1",
		"-D X -UX -U X":  "--define=X --define=!X --define=!X",
		"-Ia -I a -isystem b -iquote c -idirafter e -include d.h": "--include=a --include=a --isystem=b --iquote=c --idirafter=e --include-file=d.h",
		"-O2":                          "--define=__OPTIMIZE__ --define=!__OPTIMIZE_SIZE__ --define=!__NO_INLINE__",
		"-Os":                          "--define=__OPTIMIZE__ --define=__OPTIMIZE_SIZE__ --define=!__NO_INLINE__",
		"-O0":                          "--define=!__OPTIMIZE__ --define=!__OPTIMIZE_SIZE__ --define=__NO_INLINE__",
		"-pthread":                     "--define=_REENTRANT",
		"-fwrapv -fno-strict-overflow": "--fwrapv --fwrapv",
		"-mfma -march=native -mavx512f -ffp-contract=off": "--ffp-contract=fast --ffp-contract=fast --ffp-contract=fast --ffp-contract=off",
		"-ffp-contract=on -march=znver3":                  "--ffp-contract=fast --ffp-contract=fast",
		"-march=armv8-a":                                  "refused", "-march=rv64gc": "refused", "-mcpu=cortex-m4": "refused", "-fexcess-precision=fast": "refused", "-fmerge-all-constants": "refused",
		"-fsingle-precision-constant": "refused", "-freciprocal-math": "refused", "-fno-signed-zeros": "refused", "-fpack-struct=2": "refused", "-finstrument-functions": "refused",
		"-Wp,-MMD,a.d,-DX": "refused", "-Wl,-e,start": "refused", "-Wl,-z,muldefs": "refused", "-Xlinker --just-symbols=a": "refused",
		"-funsigned-char": "refused", "-fno-signed-char": "refused", "-fshort-enums": "refused", "-fshort-wchar": "refused", "-fpack-struct": "refused",
		"-m16": "refused", "-mx32": "refused", "-mlong-double-64": "refused", "-mfpmath=387": "refused", "-Ofast": "refused", "-ffast-math": "refused",
		"-ftrapv": "refused", "-fopenmp": "refused", "-frounding-math": "refused", "-fplan9-extensions": "refused", "-x c++": "refused", "-nostdinc": "refused",
		"-Wp,-DX": "refused", "-Wl,--wrap=f": "refused", "-Xlinker --defsym=f=g": "refused", "-fno-hosted": "refused", "-imacros a.h": "refused",
		"-o": "refused", "-I": "refused",
	} {
		var all []string
		for args := strings.Fields(line); len(args) > 0; {
			own, n, err := verify.CompilerOption(args)
			if all = append(all, own...); err != nil {
				all = []string{"refused"}
				require.ErrorContains(t, err, args[0])
			}
			args = args[n:]
		}
		require.Equal(t, want, strings.Join(all, " "), line)
	}
}
