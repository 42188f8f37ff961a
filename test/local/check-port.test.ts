import { expect, test } from "vitest";
import { checkPort } from "../../local/check-port.ts";

test("while the local stack starts, its port says that the service is not ready", async () => {
  const responses: Response[] = [];
  await checkPort(0, "npm start", async (url) => {
    const response = await fetch(`${url}/api/v1/annotations`);
    responses.push(response);
    return response;
  });
  expect(responses.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([[503, "5"]]);
});

test("a port that browsers refuse is refused with the reason", async () => {
  await expect(checkPort(0, "npm start", () => Promise.reject(new TypeError("bad port")))).rejects.toThrow(
    /^Browsers refuse port 0, which is reserved for another service/,
  );
});
