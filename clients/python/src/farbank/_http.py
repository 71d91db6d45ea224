"""A client of the Farbank service."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import Any

from . import _generated
from ._types import Check, Comparison, Error, Explanation, Graph, Result, Space, Verdict


class FarbankError(Error):
    """An error response: its HTTP status and a list of errors with their places."""

    def __init__(self, status: int, errors: list[dict[str, Any]]):
        self.status = status
        super().__init__(errors or [{"message": f"the service answers {status}"}])


class Client(_generated.Questions):
    """A client of the service at an address. The keywords of its methods are the fields of a request."""

    poll = 0.5  # seconds between queries for the state of a job

    def __init__(self, base: str = "http://127.0.0.1:8080", token: str | None = None, timeout: float = 600):
        self.base = base.rstrip("/")
        self.token = token
        self.timeout = timeout

    def solve(self, **request: Any) -> Result:  # type: ignore[override]
        """Finds one plan, or all."""
        return Result._load(self.ask("solve", request))

    def count(self, **request: Any) -> Result:  # type: ignore[override]
        """Counts the plans."""
        return Result._load(self.ask("count", request))

    def check(self, **request: Any) -> Check:  # type: ignore[override]
        """Reads a problem and warns about likely mistakes."""
        return Check._load(self.ask("check", request))

    def explain(self, **request: Any) -> Explanation:  # type: ignore[override]
        """Explains why no plan exists and which changes would allow one; or which rules matter."""
        return Explanation._load(self.ask("explain", request))

    def verify(self, **request: Any) -> Verdict:  # type: ignore[override]
        """Checks a plan or a certificate."""
        return Verdict._load(self.ask("verify", request))

    def compare(self, **request: Any) -> Comparison:  # type: ignore[override]
        """Compares the answers of all engines."""
        return Comparison._load(self.ask("compare", request))

    def space(self, **request: Any) -> Space:  # type: ignore[override]
        """Computes statistics of the state space."""
        return Space._load(self.ask("space", request))

    def graph(self, **request: Any) -> Graph:  # type: ignore[override]
        """Draws the graph of states as a picture or a text."""
        return Graph._load(self.ask("graph", request))

    def ask(self, question: str, request: dict[str, Any]) -> Any:
        """Sends a question and returns its answer as JSON.

        An interrupt or a time limit of this client cancels the job.
        """
        end = time.monotonic() + self.timeout
        status, where, doc = self._send("POST", "/api/v1/" + question, request)
        if status != 202:
            return doc
        try:
            return self._follow(where, end)
        except (KeyboardInterrupt, TimeoutError):
            self._send("DELETE", where)
            raise

    def _follow(self, where: str, end: float) -> Any:
        """Waits for the end of a job."""
        while True:
            if time.monotonic() > end:
                raise TimeoutError(f"no answer within {self.timeout:g} s")
            time.sleep(self.poll)
            _, _, job = self._send("GET", where)
            if job["state"] == "done":
                return job["answer"]
            if job["state"] == "failed":
                raise FarbankError(422, job["answer"]["errors"])
            if job["state"] == "cancelled":
                raise FarbankError(410, [{"message": "the job was cancelled"}])

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, str, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                return response.status, response.headers.get("Location") or "", json.loads(response.read())
        except urllib.error.HTTPError as e:
            text = e.read()
            try:
                errors = json.loads(text).get("errors") or []
            except (ValueError, AttributeError):
                errors = [{"message": text.decode(errors="replace").strip()}]
            raise FarbankError(e.code, errors) from None
