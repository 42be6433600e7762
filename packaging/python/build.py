# SPDX-License-Identifier: Apache-2.0
"""Writes a wheel with the program inside: build.py PROGRAM VERSION PLATFORM FOLDER.

Only the standard library is needed. The same inputs give the same file.
"""

import base64
import hashlib
import pathlib
import sys
import zipfile

HERE = pathlib.Path(__file__).parent
# platforms as Go names them, and the tags of wheels
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_11_0_x86_64",
    "darwin/arm64": "macosx_11_0_arm64",
    "windows/amd64": "win_amd64",
}


def main(program: str, version: str, platform: str, folder: str) -> None:
    tag = f"py3-none-{TAGS[platform]}"
    version = version.replace("-dev", ".dev0")
    info = f"cornet-{version}.dist-info"
    name = pathlib.Path(folder) / f"cornet-{version}-{tag}.whl"
    files = {f"cornet/{p.name}": (p.read_bytes(), 0o644) for p in sorted((HERE / "cornet").iterdir()) if p.is_file()}
    files["cornet/bin/cornet" + (".exe" if platform.startswith("windows/") else "")] = (pathlib.Path(program).read_bytes(), 0o755)
    metadata = (
        f"Metadata-Version: 2.1\nName: cornet\nVersion: {version}\nSummary: A solver for constrained Horn clauses, and a verifier of C programs\n"
        "License: Apache-2.0\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n"
    )
    files[f"{info}/METADATA"] = (metadata.encode() + (HERE / ".." / ".." / "docs" / "python.md").read_bytes(), 0o644)
    tags = "".join(f"Tag: py3-none-{t}\n" for t in TAGS[platform].split("."))
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: build.py\nRoot-Is-Purelib: false\n{tags}".encode(), 0o644)
    files[f"{info}/LICENSE"] = ((HERE / ".." / ".." / "LICENSE").read_bytes(), 0o644)
    record = ""
    for path, (data, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), 0o644)
    name.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as z:
        for path, (data, mode) in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            z.writestr(entry, data)
    print(name)


main(*sys.argv[1:])
