import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import type { Contract } from "../../shared/http/contract.ts";
import { box, keypoints } from "../support/api/annotation-requests.ts";
import { type Answer, admin } from "../support/api/api.ts";
import { type OwnStack, startOwnStack } from "../support/stack/own-stack.ts";

/**
 * Returns the e-mail address of a person. The token of each user has the address as its name, but no record contains an
 * address as text.
 */
const addressOf = (name: string) => `${name}@planted.example`;

type Caller = {
  readonly token: string;
  readonly email?: string;
  /** The id of an annotation that the caller created, or an unknown id. */
  own: number;
};
type Request = {
  readonly path?: Record<string, string | number>;
  readonly query?: string;
  readonly body?: unknown;
};

const span = { start: "00:00:01", end: "00:00:02" };
const day = { startTime: "2026-03-02T18:00:00Z", endTime: "2026-03-02T19:00:00Z" };
const url = { stream_url: "https://video.example/1.mp4" };
const sha256 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
const upload = {
  filename: "a.mp4",
  type: "video/mp4",
  bytes: 1,
  capturesource: 1,
  startTime: day.startTime,
};
const inObservationShape = () => ({
  videostreamId: 1,
  timespan: span,
  observer: "Ranger",
  observation: { a: "b" },
});
const inIdentificationShape = () => ({ videostream_id: 1, keypoints, identification: 1 });
const other = { email: addressOf("curator") };

/** Requests of every operation. The first request of an operation is valid if the caller has access. */
const requestsOf: Record<string, (caller: Caller) => readonly Request[]> = {
  "get-health": () => [{}],
  "get-openapi": () => [{}],
  "get-docs": () => [{}],
  "get-docs-asset": () => [{ path: { asset: "nothing.js" } }],
  "get-app": () => [{}],
  "get-app-asset": () => [{ path: { asset: "icon.svg" } }],
  "get-app-settings": () => [{}],
  "get-me": () => [{}],
  "update-me": ({ email }) => [
    { body: { display_name: `Now ${email?.split("@")[0]}` } },
    { body: { display_name: "curator" } },
    { body: { display_name: other.email } },
  ],
  "create-user": () => [{ body: { ...other, role: "readonly" } }],
  "get-user": ({ email = other.email }) => [
    { path: { email } },
    { path: other },
    { path: { email: addressOf("nobody") } },
  ],
  "list-users": () => [{}],
  "update-user": () => [{ path: other, body: { role: "readonly" } }],
  "delete-user": () => [{ path: other }],
  "create-species": () => [{ body: { common_name: "Otter", scientific_name: "Lutra lutra" } }],
  "get-species": () => [{ path: { id: 1 } }],
  "list-species": () => [{}],
  "update-species": () => [{ path: { id: 1 }, body: { common_name: "Fox" } }],
  "delete-species": () => [{ path: { id: 1 } }],
  "create-capture-source": () => [{ body: { name: "Ridge", location: "1,2", camera_hardware: "" } }],
  "get-capture-source": () => [{ path: { id: 1 } }],
  "list-capture-sources": () => [{}],
  "update-capture-source": () => [{ path: { id: 1 }, body: { name: "Ridge" } }],
  "delete-capture-source": () => [{ path: { id: 1 } }],
  "create-site-key": () => [{ path: { id: 1 }, body: {} }],
  "list-site-keys": () => [{ path: { id: 1 } }],
  "delete-site-key": () => [{ path: { id: 1, key_id: 99 } }],
  "create-video-stream": () => [{ body: { ...url, capturesource: 1, ...day } }],
  "start-live-stream": () => [{ body: { ...url, capturesource: 1 } }],
  "keep-stream-alive": () => [{ path: { id: 2 } }],
  "end-live-stream": () => [{ path: { id: 2 } }],
  "get-video-stream": () => [{ path: { id: 1 } }],
  "list-video-streams": () => [{}, { query: "capturesource=1" }],
  "get-video-stream-effort": () => [{ query: "by=capturesource,day" }, { query: "by=year" }],
  "update-video-stream": () => [{ path: { id: 1 }, body: url }],
  "delete-video-stream": () => [{ path: { id: 1 } }],
  "get-stills": () => [{ body: { items: [{ videostream: 1, time: "00:00:01", crop: "label:5" }] } }],
  "play-video-stream": () => [{ path: { id: 1 } }],
  "get-video-stream-media": () => [{ path: { id: 1 }, query: "time=00:00:00-00:00:01" }],
  // The service cannot read the video of stream 1, so that a copy of it would be refused.
  "create-copy": () => [{ path: { id: 99 } }],
  "create-upload": () => [{ body: upload }],
  "get-upload": () => [{ path: { id: 99 } }, { path: { id: 1 } }],
  "sign-upload-parts": () => [{ path: { id: 99 }, body: { parts: [{ number: 1, sha256, bytes: 1 }] } }],
  "complete-upload": () => [{ path: { id: 99 }, body: { parts: [{ number: 1, sha256 }] } }],
  "delete-upload": () => [{ path: { id: 99 } }],
  "create-export": () => [{ body: { format: "csv" } }],
  "list-exports": () => [{}],
  "get-export": () => [{ path: { id: 1 } }],
  "delete-export": () => [{ path: { id: 99 } }],
  "create-import": () => [{ body: { format: "camtrap-dp", bytes: 10 } }],
  "start-import": () => [{ path: { id: 99 }, body: {} }],
  "list-imports": () => [{}],
  "get-import": () => [{ path: { id: 1 } }],
  "delete-import": () => [{ path: { id: 99 } }],
  "create-media": () => [{ body: { type: "image/png", bytes: 10 } }],
  "get-media": () => [{ path: { id: 1 } }],
  "list-media": () => [{}],
  "delete-media": () => [{ path: { id: 1 } }],
  "create-annotation": () => [{ body: inObservationShape() }, { body: inIdentificationShape() }],
  "create-annotation-batch": () => [{ body: [inObservationShape(), inIdentificationShape(), {}] }],
  "get-annotation": () =>
    ["identification", "observation"].flatMap((shape) =>
      [1, 2, 3, 4, 5].map((id) => ({ path: { id }, query: `shape=${shape}` })),
    ),
  "list-annotations": () => [
    { query: "shape=identification" },
    { query: "shape=observation" },
    { query: "shape=observation&observer=curator" },
    { query: "shape=observation&observer=deleted%20user" },
  ],
  "count-annotations": () => [
    { query: "by=observer" },
    { query: "by=species,observer" },
    { query: "by=observer&observer=curator" },
  ],
  "update-annotation": ({ own }) => [
    { path: { id: own }, query: "shape=observation", body: { timespan: span } },
    { path: { id: own }, query: "shape=identification", body: { boundingBox: box } },
    { path: { id: 1 }, body: { timespan: span } },
  ],
  "add-identification-batch": () => [
    { body: [{ annotation: 1, species: 1 }, { annotation: 99, species: 1 }, {}] },
  ],
  "add-identification": () =>
    ["identification", "observation"].map((shape) => ({
      path: { id: 2, species_id: 1 },
      query: `shape=${shape}`,
    })),
  "remove-identification": () =>
    ["observation", "identification"].map((shape) => ({
      path: { id: 2, species_id: 1 },
      query: `shape=${shape}`,
    })),
  "list-changes": () => [{}, { query: "since=2026-01-01T00:00:00Z&records=true" }],
  "get-history": () =>
    [1, 2, 3, 4, 5].flatMap((id) => [
      { path: { type: "annotations", id } },
      { path: { type: "videostreams", id } },
      { path: { type: "users", id } },
    ]),
  // A dataset contains addresses that contributors publish, so this stack has no dataset.
  "get-dataset": () => [{}],
  "replace-dataset": () => [{ body: { title: "Foxes" } }],
  "delete-annotation": ({ own }) => [{ path: { id: own } }, { path: { id: 1 } }],
};

const contracts = endpoints.map(({ contract }) => contract);
/** Returns whether a response is the same for all callers. These responses contain example addresses. */
const isStatic = (contract: Contract) =>
  endpoints.some((each) => each.contract === contract && each.tableActions.length === 0);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const inOrder = contracts.toSorted((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method));

test("this file has requests for every endpoint", () => {
  expect(Object.keys(requestsOf).sort()).toEqual(contracts.map(({ operationId }) => operationId).sort());
});

let stack: OwnStack;
const callers: Record<string, Caller> = {};

/** Creates a user whose token has the address as name. */
async function person(name: string, role: string): Promise<Caller> {
  const { call, tokenFor } = stack.api;
  const [email, adminToken] = [addressOf(name), await tokenFor(admin, admin)];
  expect((await call("GET", "/users/me", { token: adminToken })).status).toBe(200);
  expect((await call("POST", "/users", { token: adminToken, body: { email, role } })).status).toBe(201);
  const token = await tokenFor(email, email);
  expect((await call("GET", "/users/me", { token })).body).toMatchObject({ email, display_name: name });
  return { token, email, own: 0 };
}

beforeAll(async () => {
  stack = await startOwnStack();
  const { call, tokenFor } = stack.api;
  const adminToken = await tokenFor(admin, admin);
  const post = async (path: string, body: unknown, token = adminToken) => {
    const answer = await call("POST", path, { token, body });
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  callers["readonly"] = await person("reader", "readonly");
  callers["annotator"] = await person("labeller", "annotator");
  const curator = await person("curator", "curator");
  const [former, other] = [await person("former", "annotator"), await person("other", "annotator")];
  await post("/capturesources", { name: "Ridge", location: "1,2", camera_hardware: "" });
  callers["site key"] = { token: (await post("/capturesources/1/keys", {})).key, own: 0 };
  await post("/videostreams", { ...url, capturesource: 1, ...day });
  await post("/videostreams/live", { ...url, capturesource: 1 });
  await post("/species", { common_name: "Fox", scientific_name: "Vulpes vulpes" });
  // The callers create annotations 1 to 5, and all vote on one of them.
  for (const { token } of [curator, curator, former, other])
    await post("/annotations", inIdentificationShape(), token);
  await post("/annotations", inObservationShape(), callers["site key"].token);
  callers["annotator"].own = (
    await post("/annotations", inIdentificationShape(), callers["annotator"].token)
  ).id;
  for (const { token } of [former, other, callers["annotator"]]) {
    await post("/annotations/2/identifications/1", undefined, token);
  }
  expect((await call("DELETE", `/users/${former.email}`, { token: adminToken })).status).toBe(200);
});
afterAll(() => stack.close());

/** Returns all text of a response, without the caller's own address. */
function textOf({ headers, body }: Answer, { email }: Caller): string {
  const text = `${JSON.stringify([...headers])} ${JSON.stringify(body)}`;
  return email === undefined ? text : text.replaceAll(email, "the caller");
}

const targetOf = (path: string, { path: values = {}, query }: Request) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? "")) +
  (query === undefined ? "" : `?${query}`);

const isAllowed: Record<string, (access: string) => boolean> = {
  readonly: (access) => ["public", "identified", "readonly"].includes(access),
  annotator: (access) => /^(public|identified|readonly|annotator.*)$/.test(access),
  "site key": (access) => /^public$| or site$/.test(access),
};

// The annotator and the site key change and delete their own records, so the order of the tests matters.
describe("a caller", { shuffle: false }, () => {
  const cases = Object.keys(isAllowed).flatMap((who) =>
    inOrder.map((contract) => ({ who, ...contract, contract })),
  );

  test.each(cases)(
    "sees no e-mail address in responses of $operationId: $who",
    async ({ who, operationId, method, path, contract }) => {
      const caller = callers[who] ?? { token: "", own: 0 };
      const requests = requestsOf[operationId]?.(caller) ?? [];
      const statuses = [];
      for (const request of [...requests, { ...requests[0], query: "nonsense=1" }]) {
        const { body = method === "GET" ? undefined : {} } = request;
        const answer = await stack.api.call(method, targetOf(path, request), { token: caller.token, body });
        const text = textOf(answer, caller);
        expect(text).not.toContain("planted.example");
        if (!isStatic(contract)) expect(text).not.toMatch(/\S(@|%40)/);
        statuses.push(answer.status);
      }
      // The first request must be accepted, because only successful responses contain data to search.
      expect(isAllowed[who]?.(contract.access) ? [200, 201, 404] : [403]).toContain(statuses[0]);
      expect(Math.max(...statuses)).toBeLessThan(500);
    },
  );
});
