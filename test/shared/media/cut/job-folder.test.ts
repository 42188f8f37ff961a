import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { extractor } from "../../../../shared/media/cut/extractor.ts";
import { createJobFolder, removeLeftFolders } from "../../../../shared/media/cut/job-folder.ts";
import { childFile, maxRssBytes } from "../../../support/video/engine.ts";
import { tellsOfProcesses } from "../../../support/video/extraction-children.ts";

let temporary: string;
const others: ChildProcess[] = [];
beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), "job-folders-"));
  vi.stubEnv("TMPDIR", temporary);
});
afterAll(() => {
  for (const other of others) other.kill("SIGKILL");
  rmSync(temporary, { recursive: true });
});

/** Starts a process that creates a job folder with a file in it and then waits. */
async function startOther() {
  const script = `
    import { writeFileSync } from "node:fs";
    import { createJobFolder } from ${JSON.stringify(new URL("../../../../shared/media/cut/job-folder.ts", import.meta.url))};
    const folder = await createJobFolder();
    writeFileSync(folder + "/extracted", "half a clip");
    console.log(folder);
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  others.push(other);
  const [folder] = await once(other.stdout, "data");
  return { other, name: path.basename(String(folder).trim()) };
}

test("starting an extractor removes the files of a killed process, but not those of a running one", async () => {
  const own = path.basename(await createJobFolder());
  const [running, killed] = await Promise.all([startOther(), startOther()]);
  killed.other.kill("SIGKILL");
  await once(killed.other, "exit");
  extractor({ childFile, maxRssBytes });
  expect(readdirSync(temporary).toSorted()).toEqual([own, running.name].toSorted());
  running.other.kill("SIGKILL");
  await once(running.other, "exit");
  removeLeftFolders();
  expect(readdirSync(temporary)).toEqual([own]);
});

test.runIf(tellsOfProcesses)("the files of an earlier process with the same id are removed", async () => {
  const own = path.basename(await createJobFolder());
  const earlier = own.replace(/\.\d+-/, ".1-");
  mkdirSync(path.join(temporary, earlier));
  removeLeftFolders();
  expect(readdirSync(temporary)).toContain(own);
  expect(readdirSync(temporary)).not.toContain(earlier);
});

test("files and folders of other programs are kept", () => {
  const names = ["wildlife-extraction-notes", "wildlife-extraction-1.2", "extraction-99999999.1-abcdef"];
  for (const name of names) writeFileSync(path.join(temporary, name), "");
  removeLeftFolders();
  expect(readdirSync(temporary)).toEqual(expect.arrayContaining(names));
});
