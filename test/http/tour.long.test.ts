import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readProjectFile } from "../support/docs/markdown.ts";
import { runCommand } from "../support/stack/run-command.ts";
import { type StartedStack, startedStack } from "../support/stack/started-stack.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "tour-"));
const dataDir = path.join(folder, "data");

/** The blocks of commands in docs/tour.md, each with the output below it, if any. */
const steps = [
  ...readProjectFile("docs/tour.md").matchAll(/^```sh\n([^`]*)```\n(?:\n```\n([^`]*)```\n)?/gm),
].map(([, commands = "", output]) => ({ commands, output }));

let stack: StartedStack;
beforeAll(async () => {
  stack = await startedStack(dataDir, {}, { args: [] });
  await vi.waitFor(() => expect(stack.output()).toContain("Stop with Ctrl-C."), { timeout: 110_000 });
});
afterAll(async () => {
  await stack.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** Returns a pattern for an output, in which a line "…" matches any number of lines. */
function patternOf(output: string): RegExp {
  const parts = output.split("…\n").map((text) => text.replace(/[[\](){}|.+*?^$\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(?:.*\\n)+")}$`);
}

test("docs/tour.md shows the output of its commands on a new service", async () => {
  const separator = "\n--- end of a step\n";
  const script = [
    // The tour's reader works in the project's folder. The test must not write files there.
    `npm() { (cd "${root}" && command npm "$@"); }`,
    ...steps.flatMap(({ commands }) => [
      commands.replaceAll("http://127.0.0.1:3000", stack.origin),
      `printf '${separator.replaceAll("\n", "\\n")}'`,
    ]),
  ].join("\n");
  const { stdout, stderr, code } = await runCommand(
    ["bash", "-euo", "pipefail", "-c", script],
    { DATA_DIR: dataDir },
    { cwd: folder, timeoutMs: 80_000 },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const printed = stdout.split(separator);
  expect(printed).toHaveLength(steps.length + 1);
  const shown = steps.flatMap(({ output }, i) =>
    output === undefined ? [] : [{ output, printed: printed[i] }],
  );
  expect(shown).toHaveLength(3);
  for (const { output, printed } of shown) expect(printed).toMatch(patternOf(output));

  const [, , , , registered = "", files = ""] = printed;
  expect(registered.match(/^total: (\d+)$/m)?.[1], "the new label is found").toBe("1");
  expect(readdirSync(folder)).toContain("otter.jpeg");
  expect(readFileSync(path.join(folder, "otter.jpeg")).subarray(0, 3).toString("hex")).toBe("ffd8ff");
  expect(files).toMatch(/^url: http/m);
});
