import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { description, operations } from "../support/api/api-description.ts";
import { chromium, openPage } from "../support/chromium.ts";

const api = openApi();
const { origin } = inject("service");

if (!chromium) console.warn("Not tested: the documentation page in a browser. Install chromium to test it.");

describe.skipIf(!chromium)("the documentation page in a browser", { timeout: 120_000 }, () => {
  let page: Page;
  let token: string;
  let source: number;
  beforeAll(async () => {
    ({ token } = await api.userWith("admin"));
    source = await newSource();
    page = await openPage(chromium ?? "");
  });
  afterAll(() => page?.close());

  test("accepts a pasted token on Enter, and forgets the token when the page is reloaded", async () => {
    const { email } = (await api.call("GET", "/users/me", { token })).body;
    await openDocs(page);
    await signIn(page, token);
    await open(page, "get-me");
    expect(await execute(page, "get-me")).toContain(email);

    const kept =
      "JSON.stringify([localStorage, sessionStorage, document.cookie, await indexedDB.databases()])";
    expect(await page.evaluate(`(async () => ${kept})()`)).toBe('[{},{},"",[]]');
    await page.reload();
    await page.until("document.querySelector('.btn.authorize.unlocked') !== null");
    // The address still names the operation, so the page opens it.
    await page.until(`document.querySelector('${at("get-me")} .execute') !== null`);
    expect(await execute(page, "get-me")).toContain("unauthenticated");
  });

  test("accepts a site key in the field for tokens, and a token that is pasted with `Bearer`", async () => {
    const { key } = (await api.call("POST", `/capturesources/${source}/keys`, { token })).body;
    await openDocs(page);
    await page.click(".btn.authorize");
    await page.until("document.querySelector('.auth-container input') !== null");
    expect(await page.evaluate("document.querySelectorAll('.auth-container input').length")).toBe(1);
    await page.click(".close-modal");
    await signIn(page, key);
    await open(page, "list-species");
    // A site key is valid, but not for this operation.
    expect(await execute(page, "list-species")).toContain('"forbidden"');

    await openDocs(page);
    await signIn(page, `Bearer ${token} `);
    await open(page, "list-species");
    expect(await execute(page, "list-species")).toContain('"results"');
  });

  test("shows the operations in the order of the description's tags", async () => {
    await openDocs(page);
    const shown: string[] = await page.evaluate(
      "[...document.querySelectorAll('.opblock')].map(({ id }) => id)",
    );
    const inOrder = description.tags.flatMap((tag: { "x-operations": string[] }) => tag["x-operations"]);
    expect(shown.map((id) => operations.find(({ operationId }) => id.endsWith(`-${operationId}`)))).toEqual(
      inOrder.map((id: string) => operations.find(({ operationId }) => operationId === id)),
    );
  });

  // Together, these operations have parameters of every kind.
  const various = ["list-annotations", "get-video-stream-media", "remove-identification", "create-user"];
  test.each(various)(
    "describes each parameter of %s with an example, and fills in no value",
    async (operationId) => {
      if (operationId === various[0]) await openDocs(page);
      await open(page, operationId);
      const shown: { name: string; text: string; values: string[] }[] = await page.evaluate(`
        [...document.querySelectorAll('${at(operationId)} tr[data-param-name]')].map((row) => ({
          name: row.dataset.paramName,
          text: row.innerText,
          values: [...row.querySelectorAll("input, select, textarea")].map(({ value }) => value),
        }))
      `);
      const parameters = operations.find((each) => each.operationId === operationId)?.parameters ?? [];
      expect(shown.map(({ name }) => name)).toEqual(parameters.map(({ name }) => name));
      // A list has a button that adds a field. A list of fixed values has a menu.
      const fieldsOf = (name: string) => {
        const { schema } = parameters.find((parameter) => parameter.name === name) ?? {};
        return schema?.type === "array" && schema.items?.enum === undefined ? [] : [""];
      };
      expect(shown.map(({ name, values }) => [name, values])).toEqual(
        shown.map(({ name }) => [name, fieldsOf(name)]),
      );
      const withExample = parameters.filter((parameter) => parameter.example !== undefined);
      expect(shown.filter(({ text }) => text.includes("Example: "))).toHaveLength(withExample.length);
    },
  );

  test("lists annotations, and creates a capture source from the example body", async () => {
    const { id } = (await api.call("POST", "/annotations", { token, body: await newAnnotation() })).body;
    await openDocs(page);
    await signIn(page, token);
    await open(page, "list-annotations");
    await fill(page, "list-annotations", "capturesource", String(source));
    expect(await execute(page, "list-annotations")).toMatch(
      new RegExp(`"results": \\[\\s+\\{\\s+"id": ${id},`),
    );
    const requested = () => page.requests.filter((url) => url.includes("/annotations")).at(-1);
    expect(requested()).toBe(`${origin}/api/v1/annotations?capturesource=${source}`);
    const list = `${at("list-annotations")} tr[data-param-name="videostream"]`;
    for (const [i, stream] of [1, 2].entries()) {
      await page.click(`${list} .json-schema-form-item-add`);
      await page.until(`document.querySelectorAll('${list} input').length === ${i + 1}`);
      await page.evaluate(`[...document.querySelectorAll('${list} input')].at(-1).select()`);
      await page.paste(String(stream));
      await page.evaluate(`[...document.querySelectorAll('${list} input')].at(-1).blur()`);
    }
    await page.click(`${at("list-annotations")} .execute`);
    await expect.poll(requested).toMatch(/[?&]videostream=1&videostream=2(&|$)/);

    await open(page, "create-capture-source");
    const editor = `document.querySelector('${at("create-capture-source")} textarea')`;
    const example = JSON.parse(await page.until(`${editor}?.value`));
    // A site_id belongs to one source only, and another test may have used the one in the example.
    const body = { ...example, site_id: Date.now() };
    await page.evaluate(`${editor}.select()`);
    await page.paste(JSON.stringify(body));
    await page.evaluate(`${editor}.blur()`);
    const made = Number(/"id": (\d+)/.exec(await execute(page, "create-capture-source"))?.[1]);
    expect((await api.call("GET", `/capturesources/${made}`, { token })).body).toEqual({ id: made, ...body });
  });

  test("shows a picture to which the service redirects, and a video", async () => {
    const picture = await uploaded("image/png", [onePixel, Buffer.alloc(4_100_000)]);
    const video = await uploaded("video/mp4", [Buffer.from("not a video, but of its type")]);
    await openDocs(page);
    await signIn(page, token);
    await open(page, "get-media");
    await fill(page, "get-media", "id", String(picture));
    await execute(page, "get-media");
    const image = `document.querySelector('${at("get-media")} .responses-inner img')`;
    expect(await page.until(`${image}?.naturalWidth`)).toBe(1);
    const { url } = await announceMedia("image/png", 8);
    const fetched = page.requests.filter((each) => each.startsWith(new URL(url).origin));
    expect(fetched.at(-1)).toContain(`/media/${picture}?`);

    await fill(page, "get-media", "id", String(video));
    await page.click(`${at("get-media")} .execute`);
    const shown = `document.querySelector('${at("get-media")} video')`;
    expect(await page.until(`${shown}?.src`)).toMatch(/^blob:/);
    // The browser cannot decode the video. If the policy refused the video, the browser would report that, and the last
    // test would fail.
    await page.until(`${shown}.error !== null`);
  });

  test("works below a path prefix", async () => {
    const { prefixed, close } = await servePrefixed("/emulator/stage");
    try {
      await page.goTo(`${prefixed}/api/v1/docs`);
      await page.until("document.querySelector('.opblock') !== null");
      await open(page, "get-health");
      expect(await execute(page, "get-health")).toContain('"status": "ok"');
      expect(page.requests.at(-1)).toBe(`${prefixed}/api/v1/health`);
    } finally {
      await close();
    }
  });

  test("violates no rule of its Content Security Policy, which refuses other origins", async () => {
    // Statuses of requests without a token, with a site key, or for a stream that has no real video.
    const expected = /status of 40[139]/;
    expect(page.complaints.filter((text) => !expected.test(text))).toEqual([]);
    await openDocs(page);
    await page.evaluate("fetch('http://127.0.0.1:1/').catch(() => {})");
    expect(page.complaints.at(-1)).toContain("Content Security Policy");
  });

  async function newSource(): Promise<number> {
    const body = { name: "camera", location: "1,2", camera_hardware: "" };
    return (await api.call("POST", "/capturesources", { token, body })).body.id;
  }

  async function newAnnotation() {
    const [startTime, endTime] = ["2026-03-01T06:00:00Z", "2026-03-01T07:00:00Z"];
    const body = { stream_url: "https://video.example/1.mp4", capturesource: source, startTime, endTime };
    const { id } = (await api.call("POST", "/videostreams", { token, body })).body;
    const timespan = { start: "00:00:01", end: "00:00:04" };
    return { videostreamId: id, timespan, observer: "field team", observation: { behaviour: "foraging" } };
  }
});

type Page = Awaited<ReturnType<typeof openPage>>;

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

async function announceMedia(type: string, bytes: number) {
  const { token } = await api.userWith("admin");
  const { id, upload } = (await api.call("POST", "/media", { token, body: { type, bytes } })).body;
  return { id, ...upload };
}

async function uploaded(type: string, parts: Buffer[]): Promise<number> {
  const body = Buffer.concat(parts);
  const { id, url, headers } = await announceMedia(type, body.length);
  expect((await fetch(url, { method: "PUT", headers, body })).status).toBe(200);
  return id;
}

async function openDocs(page: Page): Promise<void> {
  // The browser loads the page again only if it showed another address before.
  await page.goTo("about:blank");
  await page.goTo(`${origin}/api/v1/docs`);
  await page.until("document.querySelector('.opblock') !== null");
}

async function signIn(page: Page, credential: string): Promise<void> {
  await page.click(".btn.authorize");
  await page.until("document.activeElement?.id === 'auth-bearer-value'");
  await page.paste(credential);
  await page.pressEnter();
  await page.until(
    "document.querySelector('.btn.authorize.locked') !== null && document.querySelector('.modal-ux') === null",
  );
}

/** Selector of an operation's element. */
const at = (operationId: string) => `.opblock[id$="-${operationId}"]`;

async function open(page: Page, operationId: string): Promise<void> {
  await page.click(`${at(operationId)} .opblock-summary-control`);
  await page.until(`document.querySelector('${at(operationId)} .execute') !== null`);
  // Swagger UI resolves the parameters after it has shown the rest, and ignores Execute until then.
  const { parameters = [] } = operations.find((each) => each.operationId === operationId) ?? {};
  await page.until(
    `document.querySelectorAll('${at(operationId)} tr[data-param-name]').length === ${parameters.length}`,
  );
}

async function fill(page: Page, operationId: string, parameter: string, value: string): Promise<void> {
  const input = `document.querySelector('${at(operationId)} [data-param-name="${parameter}"] input')`;
  await page.until(`${input} !== null`);
  await page.evaluate(`${input}.select()`);
  await page.paste(value);
  // Swagger UI waits for more keys, unless the field loses the focus.
  await page.evaluate(`${input}.blur()`);
}

/** Sends the request, and returns the response that the page shows. */
async function execute(page: Page, operationId: string): Promise<string> {
  await page.click(`${at(operationId)} .execute`);
  return page.until(
    `document.querySelector('${at(operationId)} .live-responses-table .response')?.innerText`,
  );
}

/** Serves the service below a path prefix, as emulators do. */
async function servePrefixed(prefix: string) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${origin}${request.url?.slice(prefix.length)}`);
    const headers = ["content-type", "content-security-policy"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    prefixed: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
