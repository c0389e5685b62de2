// A router that reads the whole envelope. It is asked as docs/router.md says.
import { createInterface } from "node:readline";

function action({ code, retryable, field, suggestion }) {
  if (code === "TRANSIENT" && retryable === true) {
    return "retry";
  }
  if (code === "VALIDATION" && field && suggestion) {
    return "repair";
  }
  if (code === "PERMISSION") {
    return "authorize";
  }
  return "stop";
}

for await (const line of createInterface({ input: process.stdin })) {
  const { error } = JSON.parse(line);
  console.log(JSON.stringify({ action: action(error) }));
}
