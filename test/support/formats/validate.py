"""Validates packages with frictionless, offline: the folder SCHEMAS has the profile and all schemas.

Usage: validate.py SCHEMAS PACKAGE... Prints a line of JSON for each package: its numbers of rows and its errors.
"""

import io
import json
import os
import pathlib
import sys

import requests

BASE = "https://raw.githubusercontent.com/tdwg/camtrap-dp/1.0.2/"
schemas, *packages = map(pathlib.Path, map(os.path.abspath, sys.argv[1:]))
files = {
    "https://specs.frictionlessdata.io/schemas/data-package.json": "data-package.json",
    "http://json.schemastore.org/geojson.json": "geojson.json",
    **{BASE + file.name: file.name for file in schemas.glob("*.json")},
}


def get(_session, url, *_args, **_options):
    response = requests.Response()
    name = files.get(url.rstrip("#"))
    content = b"" if name is None else (schemas / name).read_bytes()
    response.status_code = 404 if name is None else 200
    response._content = content
    response.raw = io.BytesIO(content)
    response.url = url
    response.encoding = "utf-8"
    response.headers["Content-Type"] = "application/json"
    return response


requests.Session.get = get
requests.get = lambda url, *args, **options: get(None, url, *args, **options)

from frictionless import system, validate  # noqa: E402: this import must come after requests.get is replaced

for package in packages:
    os.chdir(package)
    with system.use_context(trusted=True):
        report = validate(json.loads((package / "datapackage.json").read_text()), type="package")
    faults = [error for task in report.tasks for error in task.errors] + list(report.errors)
    rows = {task.name: task.stats.get("rows") for task in report.tasks}
    print(json.dumps({"rows": rows, "errors": [f"{fault.type}: {fault.note}" for fault in faults]}))
