import { expect, test } from "vitest";
import { patientFetch } from "../../client/patient-fetch.ts";

/** Result of an attempt: a response, or an error of the network. */
type Outcome = Response | TypeError;

/** Sends a request whose attempts have these outcomes in order, and returns the result and all attempts. */
async function send(outcomes: Outcome[], patienceMs = 60_000) {
  const pauses: number[] = [];
  const bodies: string[] = [];
  const credentials: (string | null)[] = [];
  const fetch = patientFetch(async () => `token ${credentials.length + 1}`, {
    patienceMs,
    sleep: async (ms) => void pauses.push(ms),
    fetch: async (request) => {
      bodies.push(await request.text());
      credentials.push(request.headers.get("authorization"));
      const [outcome = new Response()] = outcomes.splice(0, 1);
      if (outcome instanceof TypeError) throw outcome;
      return outcome;
    },
  });
  const result = await fetch(new Request("http://service.example/", { method: "POST", body: "one" })).catch(
    (error: unknown) => error,
  );
  return { result, pauses, bodies, credentials };
}

const busy = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });
const cut = () => new TypeError("fetch failed");

test.each([429, 502, 503, 504])(
  "a request is sent again with the same body after a %i and after a cut connection",
  async (status) => {
    const { result, pauses, bodies, credentials } = await send([busy(status), cut(), new Response("done")]);
    expect(await (result as Response).text()).toBe("done");
    expect(bodies).toEqual(["one", "one", "one"]);
    expect(credentials).toEqual(["Bearer token 1", "Bearer token 2", "Bearer token 3"]);
    const [first = 0, second = 0] = pauses;
    expect(first).toBeGreaterThanOrEqual(500);
    expect(first).toBeLessThanOrEqual(750);
    expect(second).toBeGreaterThanOrEqual(1000);
    expect(second).toBeLessThanOrEqual(1500);
  },
);

test("the pause is as long as Retry-After, or up to 50 % longer", async () => {
  const { pauses } = await send([busy(503, { "retry-after": "7" })]);
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThanOrEqual(7000);
  expect(pauses[0]).toBeLessThanOrEqual(10_500);
});

test.each([400, 401, 403, 404, 409, 412, 422, 500])("a %i is returned at once", async (status) => {
  const { result, pauses } = await send([busy(status)]);
  expect(result).toMatchObject({ status });
  expect(pauses).toEqual([]);
});

test("the last failure is the result when the time for retries is over", async () => {
  const forever = (outcome: () => Outcome) => Array.from({ length: 50 }, outcome);
  expect((await send(forever(() => busy(503)))).result).toMatchObject({ status: 503 });
  expect((await send(forever(cut))).result).toBeInstanceOf(TypeError);
});
