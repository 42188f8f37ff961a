import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Paths of Chromium in Linux distributions. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Path of the installed Chromium. `undefined` if there is none. */
export const chromium = places.find((place) => existsSync(place));

/** Opens a page in a headless Chromium with its own profile. The DevTools protocol controls it. */
export async function openPage(binary: string) {
  const profile = mkdtempSync(path.join(tmpdir(), "chromium-"));
  const options = [
    "--headless=new",
    // Without a sandbox, Chromium also runs as root and in containers. It only loads pages of the service.
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-port=0",
    "--window-size=1280,900",
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(binary, [...options, "about:blank"], { stdio: "ignore" });
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

  /** Returns the value of an expression in the page. */
  async function evaluate(expression: string) {
    const { result } = await send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    // The result is missing while the page navigates.
    if (result?.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description);
    return result?.result.value;
  }

  /** Waits until an expression is truthy, and returns its value. */
  async function until(expression: string) {
    for (let waitedMs = 0; waitedMs < 40_000; waitedMs += 50) {
      const value = await evaluate(expression);
      if (value) return value;
      await sleep(50);
    }
    const text = await evaluate("document.body?.innerText.slice(0, 2000)");
    throw new Error(`Never true: ${expression}\nComplaints: ${complaints.join("; ") || "none"}\n${text}`);
  }

  return {
    /** URLs of all requests that the page made. */
    requests,
    /** Errors in the browser: violations of the content security policy, failed loads, exceptions. */
    complaints,
    evaluate,
    until,
    goTo: (url: string) => send("Page.navigate", { url }),
    reload: () => send("Page.reload"),
    /** Waits for an element that matches a selector, and clicks the first one. */
    click: (selector: string) =>
      until(`(() => {
        const found = document.querySelector(${JSON.stringify(selector)});
        found?.click();
        return found !== null;
      })()`),
    /** Inserts text into the focused element, as a paste does. */
    paste: (text: string) => send("Input.insertText", { text }),
    async pressEnter() {
      const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13 };
      await send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...key });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    },
    /** Returns the visible part of the page, or the whole page, as PNG. */
    async screenshot(captureBeyondViewport = false): Promise<Buffer> {
      const { result } = await send("Page.captureScreenshot", { format: "png", captureBeyondViewport });
      return Buffer.from(result.data, "base64");
    },
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
