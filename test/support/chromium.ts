import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Where Linux distributions put it. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** `undefined` where no Chromium is installed. */
export const chromium = places.find((place) => existsSync(place));

/** A page of a headless Chromium, driven by the DevTools protocol, in a profile of its own. */
export async function openPage(binary: string) {
  const profile = mkdtempSync(path.join(tmpdir(), "chromium-"));
  // Without a sandbox it runs as root and in containers, too; it only ever sees pages of ours.
  const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"];
  const child = spawn(binary, [...options, `--user-data-dir=${profile}`, "about:blank"], { stdio: "ignore" });
  process.once("exit", () => void child.kill("SIGKILL"));
  const socket = await connect(path.join(profile, "DevToolsActivePort"));
  const answers = new Map<number, (message: Message) => void>();
  const requests: string[] = [];
  const complaints: string[] = [];
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(data);
    const { method, params = {} } = message;
    if (message.id !== undefined) answers.get(message.id)?.(message);
    else if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    else if (method === "Log.entryAdded") complaints.push(params.entry.text);
    else if (method === "Runtime.exceptionThrown") complaints.push(JSON.stringify(params.exceptionDetails));
  };
  let sent = 0;
  const send = (method: string, params: object = {}) =>
    new Promise<Message>((resolve) => {
      answers.set(++sent, resolve);
      socket.send(JSON.stringify({ id: sent, method, params }));
    });
  for (const domain of ["Network", "Log", "Runtime", "Page"]) await send(`${domain}.enable`);

  /** The value of an expression in the page. */
  async function evaluate(expression: string) {
    const { result } = await send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    // There is no result while the page is on its way to another.
    if (result?.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description);
    return result?.result.value;
  }

  /** The value of an expression as soon as it is truthy. */
  async function until(expression: string) {
    for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
      const value = await evaluate(expression);
      if (value) return value;
      await sleep(50);
    }
    throw new Error(`The page never came to ${expression}; it said ${complaints.join("; ") || "nothing"}`);
  }

  return {
    /** The address of every request that the page made. */
    requests,
    /** Whatever the browser found wrong: violations of the policy, failed loads, exceptions. */
    complaints,
    evaluate,
    until,
    goTo: (url: string) => send("Page.navigate", { url }),
    reload: () => send("Page.reload"),
    async close() {
      socket.close();
      child.kill();
      await once(child, "exit");
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's messages
type Json = any;
type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
};

async function connect(portFile: string): Promise<WebSocket> {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
    const [port] = existsSync(portFile) ? readFileSync(portFile, "utf8").split("\n") : [];
    const targets: Json = port
      ? await fetch(`http://127.0.0.1:${port}/json/list`).then((answer) => answer.json())
      : [];
    const page = targets.find(({ type }: { type: string }) => type === "page");
    if (page) {
      const socket = new WebSocket(page.webSocketDebuggerUrl);
      await once(socket, "open");
      return socket;
    }
    await sleep(50);
  }
  throw new Error("Chromium did not start");
}
