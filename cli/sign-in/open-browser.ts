import { spawn } from "node:child_process";

/** The program that opens an address in the person's browser. Windows' `start` is no program but a word of its shell. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Tries to open an address in a browser. Does nothing on a machine without one. */
export function openBrowser(address: string): void {
  const [program, ...options] = openers[process.platform] ?? ["xdg-open"];
  try {
    const child = spawn(program, [...options, address], { detached: true, stdio: "ignore" });
    child.on("error", () => {});
    child.unref();
  } catch {
    // The person has the printed address.
  }
}
