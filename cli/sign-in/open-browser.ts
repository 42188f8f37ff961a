import { spawn } from "node:child_process";

/** Program that opens an address in the browser. (`start` of Windows is a command of its shell, not a program.) */
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
    // The person can open the printed address.
  }
}
