"""Checks files of Ecological Metadata Language with metapype's rules for EML 2.2.

Usage: eml.py FILE... Prints a line of JSON for each file: the list of its errors.
"""

import json
import pathlib
import sys

from metapype.eml import validate
from metapype.model import metapype_io

for path in map(pathlib.Path, sys.argv[1:]):
    errors = []
    validate.tree(metapype_io.from_xml(path.read_text(encoding="utf-8")), errors)
    print(json.dumps([str(error) for error in errors]))
