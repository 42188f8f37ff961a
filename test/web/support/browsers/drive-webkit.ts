import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { WindowSize } from "./drive-playwright.ts";
import type { Tab } from "./tab.ts";
import { type Command, commandsTo, dragActions, keyActions } from "./web-driver.ts";

/** Paths of the driver and of the browser that it starts. */
export type WebKitPrograms = { readonly driver: string; readonly browser: string };

/** A script may wait for a video to play. */
const scriptMs = 300_000;

/** Opens a tab in WebKitGTK's small browser. */
export async function openWebKit(programs: WebKitPrograms, size: WindowSize): Promise<Tab> {
  const port = await freePort();
  // Each tab has its own driver, because a driver has one session at a time.
  const driver = spawn(programs.driver, [`--port=${port}`], { stdio: "ignore" });
  process.once("exit", () => void driver.kill());
  const command = commandsTo(`http://127.0.0.1:${port}`);
  try {
    await started(command, driver);
    const { sessionId, capabilities } = await command("POST", "/session", {
      capabilities: {
        alwaysMatch: {
          timeouts: { script: scriptMs },
          "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
        },
      },
    });
    const session: Command = (method, path, body) => command(method, `/session/${sessionId}${path}`, body);
    await session("POST", "/window/rect", { x: 0, y: 0, ...size });
    return tabOf(`WebKitGTK ${capabilities.browserVersion}`, session, driver);
  } catch (error) {
    driver.kill();
    throw error;
  }
}

function tabOf(browser: string, session: Command, driver: ChildProcess): Tab {
  return {
    browser,
    goTo: (url) => session("POST", "/url", { url }),
    async run(work, arg) {
      // The driver refuses some results, such as lists with `undefined`. So it gets one string.
      const script = `
        const [arg, done] = arguments;
        Promise.resolve(arg).then(${work}).then(
          (value) => done(JSON.stringify({ value })),
          (error) => done(JSON.stringify({ error: error + "\\n" + error?.stack })),
        );`;
      const { value, error } = JSON.parse(await session("POST", "/execute/async", { script, args: [arg] }));
      if (error !== undefined) throw new Error(error);
      return value;
    },
    press: (keys) => session("POST", "/actions", keyActions(keys)),
    drag: (from, to) => session("POST", "/actions", dragActions(from, to)),
    async close() {
      await session("DELETE", "").catch(() => {});
      driver.kill();
    },
  };
}

async function started(command: Command, driver: ChildProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
    if (driver.exitCode !== null) break;
    if (await command("GET", "/status").catch(() => undefined)) return;
    await sleep(50);
  }
  throw new Error("WebKitWebDriver did not start.");
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().on("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}
