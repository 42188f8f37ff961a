import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stackAdmin } from "../../local/running-stack.ts";
import { everything, parseAnswer, type RawAnswer } from "../local/gateway/raw-http.ts";
import { type Api, openApi } from "../support/api/api.ts";
import {
  hasProc,
  type ListeningSocket,
  listeningSockets,
  processTree,
} from "../support/stack/stack-processes.ts";
import { type StartedStack, startedStack } from "../support/stack/started-stack.ts";

// This file has its own stack, in processes of its own like a user's, so that these processes have only the stack's
// sockets.
const folder = mkdtempSync(path.join(tmpdir(), "security-"));
const dataDir = path.join(folder, "data");
const secret = "Den of the last lynx";
let stack: StartedStack;
let api: Api;
let token: string;
let sockets: ListeningSocket[];
/** Ports of our servers. The database behind them has another address. */
let ports: number[];
let apiPort: number;
/** All output and responses of the stack in these tests. */
let output = "";

beforeAll(async () => {
  mkdirSync(dataDir, { mode: 0o755 });
  stack = await startedStack(dataDir);
  api = openApi(stack);
  token = await api.tokenFor(stackAdmin);
  await api.call("GET", "/users/me", { token });
  const body = { name: secret, location: "1,2", camera_hardware: "" };
  expect((await api.call("POST", "/capturesources", { token, body })).body).toEqual({ id: 1 });
  apiPort = Number(new URL(stack.origin).port);
  sockets = hasProc ? listeningSockets(processTree(stack.pid)) : [];
  ports = hasProc ? sockets.flatMap(({ host, port }) => (host === "127.0.0.1" ? port : [])) : [apiPort];
});
afterAll(async () => {
  await stack.kill("SIGINT");
  rmSync(folder, { recursive: true });
});

/** Requests that at least one port of the stack serves. Tests add the Host header. */
const requests: readonly (readonly [line: string, headers: string[], body: string])[] = [
  ["GET / HTTP/1.1", [], ""],
  ["GET /api/v1/health HTTP/1.1", [], ""],
  ["GET /api/v1/users/me HTTP/1.1", [], ""],
  ["GET /api/v1/capturesources/1 HTTP/1.1", [], ""],
  [
    "POST /api/v1/users HTTP/1.1",
    ["Content-Type: text/plain"],
    '{"email":"evil@example.org","role":"admin"}',
  ],
  ["GET /_local/oidc/.well-known/openid-configuration HTTP/1.1", [], ""],
  ["GET /_local/oidc/jwks.json HTTP/1.1", [], ""],
  ["GET /oidc-key.pem HTTP/1.1", [], ""],
  ["POST / HTTP/1.1", ["X-Amz-Target: DynamoDB_20120810.ListTables"], "{}"],
  ["POST / HTTP/1.1", ["X-Amz-Target: DynamoDB_20120810.Scan"], '{"TableName":"Table"}'],
  ["PUT /bucket/key HTTP/1.1", [], "x"],
  [
    "OPTIONS / HTTP/1.1",
    ["Access-Control-Request-Method: POST", "Access-Control-Request-Headers: x-amz-target"],
    "",
  ],
];

/** Sends a request with any headers to a port. Returns `undefined` if the connection closes without a response. */
async function send(
  port: number,
  line: string,
  headers: readonly string[],
  body = "",
): Promise<RawAnswer | undefined> {
  const socket = connect(port, "127.0.0.1").setTimeout(5000, () => socket.destroy());
  const head = [line, ...headers, "Connection: close", `Content-Length: ${body.length}`, "", body];
  socket.write(head.join("\r\n"));
  const bytes = await everything(socket);
  output += bytes.toString("latin1");
  return bytes.length === 0 ? undefined : parseAnswer(bytes);
}

const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

describe.runIf(hasProc)("the sockets of the stack", () => {
  test("listen on loopback only, for the API and at least two stores", () => {
    expect(sockets.filter(({ host }) => !/^127(\.\d+){3}$/.test(host))).toEqual([]);
    expect(ports).toContain(apiPort);
    expect(ports.length).toBeGreaterThanOrEqual(3);
  });

  test("include a socket of the database, whose address appears in no response and no output", async () => {
    const hidden = sockets.filter(({ host }) => host !== "127.0.0.1");
    expect(hidden).toHaveLength(1);
    const database = `http://${hidden[0]?.host}:${hidden[0]?.port}`;
    // The database's only protection is its unknown address.
    expect((await fetch(database, { method: "POST", body: "{}" })).status).toBeLessThan(500);
    for (const port of ports) {
      for (const [line, headers, body] of requests)
        await send(port, line, [`Host: 127.0.0.1:${port}`, ...headers], body);
    }
    output += readFileSync(path.join(dataDir, "running.json"), "utf8") + stack.output();
    expect(output).toContain(stack.origin);
    expect(output).not.toContain(hidden[0]?.host);
  });
});

describe("a web page whose host name resolves to this machine (DNS rebinding)", () => {
  test.each([
    "evil.example:PORT",
    "evil.example",
    "127.0.0.1.evil.example:PORT",
    "evil.localhost:PORT",
    "127.0.0.1:1",
    "127.0.0.1:PORT@evil.example",
    "",
  ])("gets nothing from any port with Host: %s", async (host) => {
    for (const port of ports) {
      for (const [line, headers, body] of requests) {
        const answer = await send(
          port,
          line,
          [`Host: ${host.replace("PORT", String(port))}`, ...headers],
          body,
        );
        expect(answer?.status ?? 421, `${port} ${line}`).toBe(421);
        expect(answer?.values("access-control-allow-origin") ?? []).toEqual([]);
      }
    }
  });

  test.each([
    ["no Host", () => []],
    ["two Hosts, the right one first", (port: number) => [`Host: 127.0.0.1:${port}`, "Host: evil.example"]],
    ["two Hosts, the right one last", (port: number) => ["Host: evil.example", `Host: 127.0.0.1:${port}`]],
  ])("gets nothing from any port with %s", async (_, hosts) => {
    for (const port of ports) {
      const answer = await send(port, "GET /api/v1/health HTTP/1.1", hosts(port));
      expect(answer?.status ?? 421).toBe(421);
    }
  });
});

describe("a web page of another origin", () => {
  const ask = (port: number, [line, headers, body]: (typeof requests)[number]) =>
    send(port, line, [`Host: 127.0.0.1:${port}`, "Origin: https://evil.example", ...headers], body);

  test("gets no data, no token and no key from any port", async () => {
    const open = /health|openid-configuration|jwks/;
    for (const port of ports) {
      for (const request of requests) {
        const what = `${port} ${request[0]}`;
        const answer = await ask(port, request);
        const text = answer?.body.toString() ?? "";
        if (!open.test(request[0]) && !request[0].startsWith("OPTIONS")) {
          expect(answer?.status ?? 400, what).toBeGreaterThanOrEqual(400);
        }
        expect(text, what).not.toContain(secret);
        expect(text, what).not.toContain(stackAdmin);
        expect(text, what).not.toMatch(jwt);
        expect(text, what).not.toContain("PRIVATE KEY");
      }
    }
  });

  test("gets a 401 problem from the API, and only the public key from the issuer", async () => {
    const headers = { Origin: "https://evil.example" };
    expect((await api.call("GET", "/capturesources/1", { headers })).status).toBe(401);
    const jwks = await fetch(`${stack.issuer}/jwks.json`, { headers });
    const { keys } = (await jwks.json()) as { keys: object[] };
    const open = new Set(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(keys.map((key) => new Set(Object.keys(key)))).toEqual([open]);
  });

  test.runIf(hasProc)(
    "gets no readable response from the DynamoDB endpoint, with or without a preflight",
    async () => {
      const target = "X-Amz-Target: DynamoDB_20120810.ListTables";
      let fronts = 0;
      for (const port of ports) {
        const unsigned = await send(port, "POST / HTTP/1.1", [`Host: 127.0.0.1:${port}`, target], "{}");
        if (!unsigned?.body.includes("MissingAuthenticationToken")) continue;
        fronts += 1;
        for (const request of requests) {
          const answer = await ask(port, request);
          expect(answer?.status).toBe(403);
          expect(answer?.values("access-control-allow-origin")).toEqual([]);
        }
      }
      expect(fronts).toBe(1);
    },
  );
});

describe("HTTP requests cannot", () => {
  const targets = `
    /token /oauth/token /oauth2/token /authorize /login /key /oidc-key.pem /running.json /_local
    /_local/ /_local/token /_local/oidc /_local/oidc/ /_local/oidc/token /_local/oidc/authorize
    /_local/oidc/start /_local/oidc/start?key=x /_local/oidc/userinfo /_local/oidc/oidc-key.pem /_local/oidc/../../oidc-key.pem
    /_local/oidc/%2e%2e/%2e%2e/oidc-key.pem /_local/schedule /_local/schedules
    /_local/schedules/CleanUp /_local/schedules/CleanUp/fire /_local/fire /_local/invoke
    /_local/functions /2015-03-31/functions /2015-03-31/functions/GetMe/invocations /schedules/CleanUp
    /api/v1/token /api/v1/login /api/v1/jobs /api/v1/_local/token /.env
  `;
  test.each(targets.trim().split(/\s+/))("mint a token or fire a schedule: %s", async (target) => {
    for (const port of ports) {
      for (const method of ["GET", "POST", "PUT"]) {
        // Even the stack's admin cannot do this.
        for (const authorization of [[], [`Authorization: Bearer ${token}`]]) {
          const headers = [`Host: 127.0.0.1:${port}`, "Content-Type: application/json", ...authorization];
          const answer = await send(port, `${method} ${target} HTTP/1.1`, headers, "{}");
          expect([400, 403, 404, 405, 501], `${method} ${port}`).toContain(answer?.status);
          expect(answer?.body.toString()).not.toMatch(jwt);
          expect(answer?.body.toString()).not.toContain("PRIVATE KEY");
        }
      }
    }
  });
});

describe("the key that signs tokens", () => {
  test("is readable only by its owner, like the whole folder", () => {
    expect(statSync(path.join(dataDir, "oidc-key.pem")).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });
});

test("the files of a data directory that existed with mode 0755 can be read only by their owner", () => {
  const all = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  // The code of the functions holds no data. Its packages keep the modes that npm gave them.
  const files = all.filter((file) => !file.startsWith(path.join("assemblies", "0")));
  expect(files).toEqual(expect.arrayContaining(["dynamodb.sqlite", path.join("s3", "objects.sqlite")]));
  expect(files.filter((file) => (statSync(path.join(dataDir, file)).mode & 0o077) !== 0)).toEqual([]);
});

describe("two Authorization headers", () => {
  const good = () => `Authorization: Bearer ${token}`;
  const get = (headers: string[]) =>
    send(apiPort, "GET /api/v1/users/me HTTP/1.1", [`Host: 127.0.0.1:${apiPort}`, ...headers]);

  test("return 401, even if one of them is valid", async () => {
    expect((await get([good()]))?.status).toBe(200);
    for (const other of [good(), "Authorization: Bearer x", "authorization: Basic eDp5", "AUTHORIZATION:"]) {
      expect((await get([good(), other]))?.status, other).toBe(401);
      expect((await get([other, good()]))?.status, other).toBe(401);
    }
  });
});
