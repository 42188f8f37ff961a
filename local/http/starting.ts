import type { Handler } from "./loopback-server.ts";

const problem = {
  type: "about:blank",
  status: 503,
  title: "Service Unavailable",
  detail: "Starting: send the request again in a few seconds.",
};

/** Answers every request while the stack starts, with a problem (RFC 9457). A 200 would show a service that runs. */
export const starting: Handler = (_request, response) => {
  response.writeHead(503, { "content-type": "application/problem+json", "retry-after": "5" });
  response.end(JSON.stringify(problem));
};
