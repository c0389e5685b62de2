"""A router that reads the whole envelope. It is asked as docs/router.md says."""

import json
import sys


def action(error):
    code = error.get("code")
    if code == "TRANSIENT" and error.get("retryable") is True:
        return "retry"
    if code == "VALIDATION" and error.get("field") and error.get("suggestion"):
        return "repair"
    if code == "PERMISSION":
        return "authorize"
    return "stop"


for line in sys.stdin:
    error = json.loads(line)["error"]
    print(json.dumps({"action": action(error)}), flush=True)
