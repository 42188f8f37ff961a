import { rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { checkClock } from "../../../camera-site/commands/check.mjs";
import { checkDisk } from "../../../camera-site/commands/disk-check.mjs";
import { siteCommand } from "../../support/site-command.ts";

// test/http/camera-site-check.test.ts tests the command against the service.

let site: ReturnType<typeof siteCommand>;
beforeEach(() => {
  site = siteCommand();
});
afterEach(() => site.remove());

describe("check", () => {
  test("reports a link that is down, and then does not test the key and the clock", async () => {
    const { code, stdout } = await site.run("check");
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^disk {3}ok/),
      expect.stringMatching(/^link {3}WRONG {2}No usable response from http:.*ECONNREFUSED.*Check the modem/),
      "key    ?      Not tested: the link does not work.",
      "clock  ?      Not tested: the link does not work.",
      "",
    ]);
  });

  test("reports the sign-in page of a hotspot", async () => {
    const hotspot = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<p>"));
    await new Promise<void>((resolve) => hotspot.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void hotspot.close());
    const { port } = hotspot.address() as AddressInfo;
    const { code, stdout } = await site.run("check", "--api", `http://127.0.0.1:${port}/api/v1`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^link {3}WRONG .*200: this response did not come from the service/m);
  });

  test("reports a bad key file even when the link is down", async () => {
    site.useKey("secret");
    expect((await site.run("check")).stdout).toMatch(/^key {4}WRONG .*does not contain a site key/m);
  });

  test("reports settings that are missing", async () => {
    const { code, stdout } = await site.run("check", "--api", "", "--source", "");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^link {3}WRONG {2}--api \(or CAMERA_SITE_API\) is required/m);
    expect(stdout).toMatch(/^key {4}WRONG {2}--source \(or CAMERA_SITE_SOURCE\) is required/m);
  });

  test("reports a queue that is not writable", async () => {
    rmSync(site.root, { recursive: true, force: true });
    writeFileSync(site.root, "");
    const { code, stdout } = await site.run("check");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^disk {3}WRONG {2}.*queue is not writable: /m);
  });
});

test("checkDisk() reports a queue of another user, whose sender could not read new events", () => {
  const { uid } = statSync(import.meta.dirname);
  expect(checkDisk(site.root, process.getuid?.() ?? uid).state).toBe("ok");
  expect(checkDisk(site.root, 4711)).toMatchObject({
    state: "WRONG",
    text: expect.stringMatching(/belongs to user id \d+, but you are 4711/),
  });
});

test.each<[number, number, "ok" | "WRONG" | "?", string]>([
  [0, 600, "ok", "Agrees with the service's clock to within 1 s."],
  [-1800, 900, "ok", "Agrees with the service's clock to within 3 s."],
  [-12_000, 600, "ok", "12 s behind the service's clock; 30 s is accepted. Better set it: "],
  [31_000, 600, "WRONG", "31 s ahead of the service's clock; 30 s is accepted. Set it: "],
  [30_400, 600, "ok", "30 s ahead of"],
  [10_000, 31_000, "?", "The service took too long to respond. Run check again."],
])("checkClock() judges %i ms ± %i ms as %s", (aheadMs, uncertaintyMs, state, text) => {
  const clock = checkClock({ aheadMs, uncertaintyMs }, 30_000);
  expect(clock).toMatchObject({ state, text: expect.stringContaining(text) });
});
