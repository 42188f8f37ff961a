import { expect, test } from "vitest";
import { checkPort } from "../../local/check-port.ts";

test("while the local stack starts, its port answers that the service is starting", async () => {
  const responses: Response[] = [];
  await checkPort(0, "npm start", async (url) => {
    const response = await fetch(`${url}/api/v1/annotations`);
    responses.push(response);
    return response;
  });
  const [response] = responses;
  expect(response?.status).toBe(503);
  expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
    "retry-after": "5",
    "content-type": "application/problem+json",
  });
  expect(await response?.json()).toEqual({
    type: "about:blank",
    status: 503,
    title: "Service Unavailable",
    detail: "Starting: send the request again in a few seconds.",
  });
});

test("a port that browsers refuse is refused with the reason", async () => {
  await expect(checkPort(0, "npm start", () => Promise.reject(new TypeError("bad port")))).rejects.toThrow(
    /^Browsers refuse port 0, which is reserved for another service/,
  );
});
