import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";
import { buildSync } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "../../.github/workflows");
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(path.join(folder, name), "utf8"),
}));
const textOf = (name: string) => workflows.find((each) => each.name === name)?.text ?? "";

type Parser = {
  parseWorkflow: typeof parseWorkflow;
  convertWorkflowTemplate: typeof convertWorkflowTemplate;
  NoOperationTraceWriter: typeof NoOperationTraceWriter;
};
let parser: Parser;
beforeAll(async () => {
  // GitHub's parser imports JSON in a way that Node does not support, so it is bundled first.
  const { outputFiles } = buildSync({
    stdin: { contents: 'export * from "@actions/workflow-parser"', resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    platform: "node",
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire("/");' },
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  parser = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
});

/** Returns the errors that GitHub reports for a workflow. */
async function faultsOf(name: string, content: string): Promise<string[]> {
  const parsed = parser.parseWorkflow({ name, content }, new parser.NoOperationTraceWriter());
  if (parsed.value) await parser.convertWorkflowTemplate(parsed.context, parsed.value);
  return parsed.context.errors.getErrors().map(({ message }) => message);
}

test.each(workflows)("GitHub's parser finds no error in $name", async ({ name, text }) => {
  expect(await faultsOf(name, text)).toEqual([]);
});

test.each([
  ["an unknown key", "steps:", "stepps:", "Unexpected value 'stepps'"],
  ["an unknown permission", "id-token:", "id-tokn:", "Unexpected value 'id-tokn'"],
  ["an unknown context", "vars.AWS_REGION", "vras.AWS_REGION", "Unrecognized named-value: 'vras'"],
  ["an incomplete expression", "inputs.parameters }}", "inputs. }}", "Unexpected"],
])("GitHub's parser finds %s", async (_, right, wrong, message) => {
  const text = textOf("deploy.yml");
  expect(text).toContain(right);
  expect((await faultsOf("x.yml", text.replaceAll(right, wrong))).join("\n")).toContain(message);
});

describe.each(workflows)("$name", ({ text }) => {
  const lines = text.split("\n");

  test("pins each action to the commit of a release and names the release", () => {
    const used = lines.flatMap((line) => /uses: (.*)/.exec(line)?.[1] ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) {
      if (!action.startsWith("./")) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("uses no secrets and leaves no token for later steps", () => {
    expect(text).not.toContain("secrets.");
    const checkouts = lines.filter((line) => line.includes("actions/checkout@")).length;
    expect(lines.filter((line) => line.includes("persist-credentials: false"))).toHaveLength(checkouts);
  });

  test("never runs with the repository's permissions for a pull request", () => {
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });

  test("puts no expression into a shell command, because the shell would run its value", () => {
    const commands = text.split(/^\s*- /m).flatMap((step) => /run: ([\s\S]*)/.exec(step)?.[1] ?? []);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).not.toContain("${{");
  });

  test("has no write permission, apart from the id token with which one job gets access to AWS", () => {
    expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
    const writes = lines.filter((line) => /: write/.test(line)).map((line) => line.trim());
    expect(writes).toEqual(text.includes("configure-aws-credentials") ? ["id-token: write"] : []);
  });

  test("has a timeout for every job", () => {
    const runners = lines.filter((line) => line.includes("runs-on:")).length;
    expect(lines.filter((line) => line.includes("timeout-minutes:"))).toHaveLength(runners);
  });
});

test("deploy.yml deploys only after the checks have passed, and only once at a time", () => {
  const text = textOf("deploy.yml");
  expect(text).toContain("needs: check");
  expect(text).toMatch(/^concurrency:\n[\s\S]*?group: deploy\n {2}cancel-in-progress: false$/m);
  expect(text.indexOf("cdk diff")).toBeLessThan(text.indexOf("cdk deploy"));
});
