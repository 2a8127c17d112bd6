"""Starts the product with data in it, and has schemathesis call it by the API's document: once without a token
and once as each plan. scripts/test-api runs it.
"""

import argparse
import base64
import json
import os
import re
import string
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from subprocess import PIPE

HERE = Path(__file__).resolve().parent
TIERS = ["basic", "pro", "business", "enterprise"]
SETTINGS = {
    "DEMANDATLAS_SOURCES": "catalogue,sample",
    "DEMANDATLAS_CALLS_PER_SECOND": "100000",
    "DEMANDATLAS_OPEN_JOBS_PER_USER": "10000",
    "DEMANDATLAS_LOG": "warn",
}


class Product:
    """A running server, and its commands."""

    def __init__(self, binary, folder):
        self.binary = binary
        kept = {name: value for name, value in os.environ.items() if not name.startswith("DEMANDATLAS_")}
        self.environment = {**kept, **SETTINGS, "DEMANDATLAS_DATA_DIR": str(folder / "data")}
        self.log = (folder / "server.log").open("w+")
        # Unpacks the listing that ships with the product, so that the first searches find
        # something.
        self.command("places", "status")
        arguments = [binary, "serve", "--addr", "127.0.0.1:0"]
        self.process = subprocess.Popen(arguments, env=self.environment, stderr=self.log, cwd=folder)
        self.url = self._address()
        self.environment["DEMANDATLAS_ADDR"] = urllib.parse.urlsplit(self.url).netloc

    def _address(self):
        for _ in range(600):
            found = re.search(r"serves (http://\S+:\d+)", Path(self.log.name).read_text())
            if found:
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"the server does not start: {Path(self.log.name).read_text()}")

    def command(self, *arguments):
        command = [self.binary, *arguments]
        return subprocess.run(command, env=self.environment, check=True, stdout=PIPE, text=True).stdout.strip()

    def call(self, token, method, path, body=None):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)


def person(product, name, tier):
    """A user with credits, two sessions (one enriched if the plan allows it) and companies."""
    token = product.command("token", "--email", f"{name}@example.com", "--tier", tier)
    claims = token.split(".")[1]
    user = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"]
    product.call(token, "GET", f"/api/credits/status/{urllib.parse.quote(user, safe='')}")
    product.command("accounts", "adjust", user, "100000", "--reason", "tests of the API")
    sessions = []
    for city in ["Portland", "Bend"]:
        found = product.call(token, "GET", f"/scrape?query=breweries+in+{city}&state=OR")
        sessions.append(found["sessionKey"])
    values = {"SESSION": sessions[0], "ENRICHED_SESSION": sessions[1], "TOKEN": token, "USER_ID": user}
    if tier == "basic":
        # This plan can neither enrich nor save.
        return {**values, "COMPANY": str(uuid.uuid4()), "OTHER_COMPANY": str(uuid.uuid4())}
    product.call(token, "POST", "/enrich", {"sessionKey": sessions[1]})
    product.call(token, "POST", "/api/save-companies", {"session_id": sessions[0]})
    saved = product.call(token, "GET", "/api/saved-companies")["companies"]
    return {**values, "COMPANY": saved[0]["company_id"], "OTHER_COMPANY": saved[1]["company_id"]}


def schemathesis(document, url, values, options, report):
    """Runs schemathesis to its end; returns whether everything held."""
    tool = Path(sys.executable).parent / "schemathesis"
    # Schemathesis does not expand variables in its dictionaries.
    config = report.with_suffix(".toml")
    config.write_text(string.Template((HERE / "schemathesis.toml").read_text()).substitute(values))
    command = [
        *(str(tool), "--config-file", str(config), "run", document, "--url", url),
        *("--no-color", "--warnings", "off", "--seed", str(options.seed), "--max-examples", str(options.examples)),
    ]
    environment = {**os.environ, **values, "PYTHONPATH": str(HERE)}
    with report.open("w") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output, cwd=report.parent)
        try:
            return process.wait(timeout=options.seconds) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            output.write(f"\nNot finished after {options.seconds} s.\n")
            return False


def test(product, options):
    """Runs as every user in turn; returns those whose run failed."""
    code = "TESTS-2026"
    product.command("coupons", "issue", "--credits", "5", "--max-redemptions", "100", "--code", code)
    document = options.document or f"{product.url}/api/openapi.json"
    people = {tier: person(product, tier, tier) for tier in TIERS}
    # The same ids, but nobody is signed in.
    people["nobody"] = {**people["enterprise"], "TOKEN": ""}
    failed = []
    for name, values in people.items():
        # Erasing deletes the caller's data, so it is called as a user that nothing else needs.
        erased = product.command("token", "--email", f"{name}.erased@example.com", "--tier", "pro")
        report = options.reports / f"{name}.txt"
        values = {**values, "COUPON": code, "ERASED_TOKEN": erased}
        begun = time.monotonic()
        held = schemathesis(document, product.url, values, options, report)
        print(f"{name}: {'holds' if held else 'FAILS'}, {time.monotonic() - begun:.0f} s", flush=True)
        if not held:
            failed.append(report)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path)
    parser.add_argument("--seed", type=int, default=1, help="repeats a run: the same calls, apart from the ids")
    parser.add_argument("--examples", type=int, default=20, help="most random calls per operation")
    parser.add_argument("--seconds", type=int, default=120, help="time limit per user")
    parser.add_argument("--document", help="an OpenAPI document other than the product's own")
    parser.add_argument("--reports", type=Path, default=Path("target/test-api"))
    options = parser.parse_args()
    options.reports = options.reports.resolve()
    options.reports.mkdir(parents=True, exist_ok=True)
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="demandatlas-api-") as folder:
        product = Product(options.binary.resolve(), Path(folder))
        try:
            failed = test(product, options)
        finally:
            product.stop()
    for report in failed:
        print(f"\n{report}\n\n{report.read_text()}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()


