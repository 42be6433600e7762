# SPDX-License-Identifier: Apache-2.0
"""python -m cornet: the program itself, with its command line."""

import subprocess
import sys

from .run import program

if __name__ == "__main__":
    try:
        sys.exit(subprocess.call([program(), *sys.argv[1:]]))
    except KeyboardInterrupt:
        sys.exit(130)
