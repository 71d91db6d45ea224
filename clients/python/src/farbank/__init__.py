"""A client of the Farbank service."""
from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import Any, Dict, List, Optional, Tuple

from . import _generated
from ._generated import *  # noqa: F401,F403: the types of the documents

__all__ = ["Client", "FarbankError"] + [n for n in vars(_generated) if n[0].isupper() and n not in ("Any", "Dict", "List", "TypedDict", "Questions")]


class FarbankError(Exception):
    """An error response: its HTTP status and a list of errors with their places."""

    def __init__(self, status: int, errors: List[Dict[str, Any]]):
        self.status = status
        self.errors = errors
        first = errors[0] if errors else {}
        place = "%s:%d:%d: " % (first.get("file", ""), first["line"], first.get("column", 0)) if first.get("line") else ""
        super().__init__(place + first.get("message", "the service answers %d" % status))


class Client(_generated.Questions):
    """A client of the service at an address."""

    poll = 0.5  # seconds between queries for the state of a job

    def __init__(self, base: str = "http://127.0.0.1:8080", token: Optional[str] = None, timeout: float = 600):
        self.base = base.rstrip("/")
        self.token = token
        self.timeout = timeout

    def ask(self, question: str, request: Dict[str, Any]) -> Any:
        """Sends a question and returns its answer."""
        end = time.monotonic() + self.timeout
        status, where, doc = self._send("POST", "/api/v1/" + question, request)
        while status == 202:
            if time.monotonic() > end:
                self._send("DELETE", where)
                raise TimeoutError("no answer within %g s" % self.timeout)
            time.sleep(self.poll)
            _, _, job = self._send("GET", where)
            if job["state"] == "done":
                return job["answer"]
            if job["state"] == "failed":
                raise FarbankError(422, job["answer"]["errors"])
            if job["state"] == "cancelled":
                raise FarbankError(410, [{"message": "the job was cancelled"}])
        return doc

    def _send(self, method: str, path: str, body: Optional[Dict[str, Any]] = None) -> Tuple[int, str, Any]:
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
