import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type PackageOptions, readOptions } from "../../cli/options.ts";
import { importPackage } from "../../cli/package/import-package.ts";
import { countsTable, endText, progressText } from "../../cli/package/import-text.ts";
import type { Begun, Import, Start } from "../../cli/package/imports.ts";
import { labelTable } from "../../cli/package/label-table.ts";
import { reportTable } from "../../cli/package/report.ts";
import { runImport } from "../../cli/package/run-import.ts";
import { readPackage, sendPackage } from "../../cli/package/send-package.ts";
import { zipFolder } from "../../cli/package/zip-folder.ts";
import { importFormat } from "../../client/import-format.ts";
import { tableKind } from "../../client/table-kind.ts";

const folder = mkdtempSync(path.join(tmpdir(), "package-"));
afterAll(() => rmSync(folder, { recursive: true }));
const zip = path.join(folder, "veluwe.ZIP");
writeFileSync(zip, Buffer.alloc(300_000, 7));
const table = path.join(folder, "labels.csv");
writeFileSync(table, "stream_url,start\n");
const results = path.join(folder, "results.json");
writeFileSync(results, '{"images": []}');
const descriptor = path.join(folder, "veluwe", "datapackage.json");
mkdirSync(path.join(folder, "veluwe", "media"), { recursive: true });
writeFileSync(descriptor, "{}");
writeFileSync(path.join(folder, "veluwe", "media", "a.jpg"), "picture");
writeFileSync(path.join(folder, "veluwe", ".DS_Store"), "x");

describe("the command line of an import", () => {
  const read = (...args: string[]) =>
    readOptions(["import", ...args, "--url", "https://service.example"], {});

  test("treats .zip and datapackage.json as packages, .csv as a table, and other paths as folders", () => {
    const args = ["--skip-bad-rows", "--update", "--source", "Veluwe 2026", "--dry-run"];
    expect(read(zip, ...args)).toMatchObject({
      file: zip,
      skipBadRows: true,
      update: true,
      source: "Veluwe 2026",
      dryRun: true,
    });
    expect(read(descriptor)).toMatchObject({
      ...{ file: descriptor, skipBadRows: false, update: false, source: undefined },
    });
    expect(read(table, "--source", "BORIS")).toMatchObject({ file: table, source: "BORIS" });
    expect(read(table, "--source", "a", "--method", "machine")).toMatchObject({ method: "machine" });
    expect(read(folder)).toMatchObject({ folder });
  });

  test("has options for the results of a detector", () => {
    expect(read(results)).toMatchObject({ file: results, detections: {} });
    const args =
      "--strip D:\\ --base s3://b/ --capturesource 1 --capturesource 2 --min-confidence 0.5 --all-frames --create-species --label a=b=12 --label cat=none";
    expect(read(results, ...args.split(" "))).toMatchObject({
      detections: {
        match: { strip: "D:\\", base: "s3://b/" },
        capturesources: [1, 2],
        min_confidence: 0.5,
        frames: "all",
        create_species: true,
        labels: { "a=b": 12, cat: null },
      },
    });
  });

  test.each([
    [[zip, "--camera", "Weir"], "--camera works only with a folder."],
    [[folder, "--skip-bad-rows"], "--skip-bad-rows works only with a package, a table or results."],
    [[path.join(folder, "none.zip")], "There is no file"],
    [[zip, "--label", "fox=1"], "--label works only with results of a detector (.json)."],
    [[folder, "--all-frames"], "--all-frames works only with results of a detector (.json)."],
    [[results, "--source", "x"], "--source works only with a package or a table."],
    [[zip, "--method", "machine"], "--method works only with a table (.csv)."],
    [[table, "--source", "x", "--method", "robot"], "--method must be human or machine."],
    [[results, "--label", "fox"], "--label must be a label and the number of a species, such as fox=12"],
    [[results, "--min-confidence", "2"], "--min-confidence must be a number from 0 to 1, such as 0.2."],
    [[results, "--capturesource", "weir"], "--capturesource must be the number of a capture source."],
    [[table], "--source NAME is missing: a name for the table."],
    [
      [path.join(folder, "none")],
      "cannot be imported. Name a folder, a package (.zip or datapackage.json), a table (.csv) or results of a detector (.json).",
    ],
  ])("%j is refused", (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence);
  });
});

test.each([
  ['\uFEFF"id";"stream_url";"note"\r\n1;a;b\r\n', "annotations"],
  ["note\tstart\n", "annotations"],
  ["scientific_name,kind\nstart,file\n", "species"],
  ["", "species"],
])("the first line of a table decides the kind of its rows: %j", (beginning, kind) => {
  expect(tableKind(beginning)).toBe(kind);
});

test.each([
  ["labels.CSV", "", "csv"],
  ["a.zip", "", "camtrap-dp"],
  ["veluwe/datapackage.json", "", "camtrap-dp"],
  ["my-datapackage.json", '{"info": {}, "images": [', "megadetector"],
  ["r.json", '{"info": {}, "predictions" :\n[{', "speciesnet"],
  ["r.json", "[{", "megadetector"],
])("the format of %s, which begins with %j, is %s", (name, beginning, format) => {
  expect(importFormat(name, beginning)).toBe(format);
});

test("a run waits for the import of an earlier run, and starts its own unless the earlier import is done or cancelled", async () => {
  const run = async (...states: readonly Import["status"][]) => {
    const left = [...states];
    const started: (boolean | null | undefined)[] = [];
    const next = async () => ({ ...job, status: left.shift() ?? "done" });
    const requests = {
      find: next,
      start: async (_: number, body: Start) => {
        started.push(body.dry_run);
        return next();
      },
    };
    const { status } = await runImport(3, { dry_run: false, options: {} }, { requests, wait: next });
    return [status, started];
  };
  expect(await run("checked", "queued", "done")).toEqual(["done", [false]]);
  // The earlier run had started a check.
  expect(await run("running", "checked", "queued", "done")).toEqual(["done", [false]]);
  expect(await run("running", "rejected", "queued", "rejected")).toEqual(["rejected", [false]]);
  expect(await run("running", "done")).toEqual(["done", []]);
  expect(await run("running", "cancelled")).toEqual(["cancelled", []]);
});

const counts = { rows: 0, bad: 0, warnings: 0, made: 0, changed: 0, there: 0 };
const job: Import = {
  ...{ id: 3, status: "running", labels: [], report_url: null, problem: null, expires: null },
  progress: { phase: "write", done: 500, total: 4000 },
  counts: {
    sources: { ...counts, rows: 4, made: 3, there: 1 },
    species: counts,
    streams: counts,
    annotations: { ...counts, rows: 5490, bad: 12 },
  },
};

describe("the text about an import", () => {
  test("counts the rows that were imported or, after a check, would be", () => {
    expect(countsTable({ ...job, status: "done" }).split("\n")).toEqual([
      "              rows  bad  warnings  made  changed  there",
      "sources          4    0         0     3        0      1",
      "species          0    0         0     0        0      0",
      "streams          0    0         0     0        0      0",
      "annotations  5,490   12         0     0        0      0",
    ]);
    expect(countsTable({ ...job, status: "checked" })).not.toContain("made");
  });

  test.each<[Import["status"], boolean, string]>([
    ["done", true, "Import 3 is done. 12 rows with mistakes are left out."],
    ["checked", true, "It can be imported. 12 rows with mistakes are left out. Nothing is written yet."],
    [
      "checked",
      false,
      "Nothing can be imported while 12 rows have mistakes. Correct them, or add --skip-bad-rows, which imports all other rows.",
    ],
    ["rejected", false, "Nothing was imported: It is no zip."],
    ["failed", false, "Import 3 failed: It is no zip."],
    ["cancelled", false, "Import 3 was stopped. The records that it had created are kept."],
  ])(
    "explains the state %s of an import that has ended (--skip-bad-rows: %s)",
    (status, skipBadRows, text) => {
      expect(endText({ ...job, status, problem: "It is no zip." }, skipBadRows)).toBe(text);
    },
  );

  test("lists the detector's labels with their numbers of detections and their species", async () => {
    const labels = [
      { label: "fox\u001b", count: 1200, species: 12 },
      ...Array.from({ length: 41 }, (_, i) => ({ label: `cat ${i}`, count: 3, species: null })),
    ];
    const text = (await labelTable({ labels }, async () => "Vulpes vulpes")).split("\n");
    expect(text.slice(0, 3)).toEqual([
      "label   detections  species",
      "fox\ufffd         1,200  12 Vulpes vulpes",
      "cat 0            3  –",
    ]);
    expect(text.slice(41)).toEqual(["and 2 more labels", expect.stringContaining("--label LABEL=NUMBER")]);
    expect(await labelTable({ labels: [] }, async () => "")).toBe("");
  });

  test("shows the progress of a running import", () => {
    expect(progressText(job)).toBe("Import 3: 500 of 4,000 rows are written.");
  });

  test("lists mistakes by file, row and column, with equal mistakes once and warnings last", () => {
    const report = [
      "file,row,column,value,level,code,message",
      'media.csv,2,_id,,warning,unknown-column,"`_id` is no column, it is left out."',
      "media.csv,3,deploymentID,d7,bad-row,reference,No such row.",
      "media.csv,4,deploymentID,d7,bad-row,reference,No such row.",
      'observations.csv,12,scientificName,"Vulpes ""x""\nvulpes \u001b[2J of the north",bad-row,type,Not a name.',
      "observations.csv,13,bboxX,0.1,warning,size,Unknown size.",
      "observations.csv,1400,bboxX,0.2,warning,size,Unknown size.",
      "",
    ].join("\n");
    expect(reportTable(report).split("\n")).toEqual([
      "file              row  column          value                     what is wrong",
      "media.csv           3  deploymentID    d7                        No such row. (2 rows)",
      'observations.csv   12  scientificName  Vulpes "x"\ufffdvulpes \ufffd[2J …  Not a name.',
      "media.csv           2  _id                                       Warning: `_id` is no column, it is left out.",
      "observations.csv   13  bboxX           0.1                       Warning: Unknown size. (2 rows)",
    ]);
    expect(reportTable("file,row,column,value,level,code,message\n")).toBe("");
  });

  test("lists at most 40 mistakes, and counts the others", () => {
    const lines = Array.from({ length: 1045 }, (_, i) => `a.csv,${i},b,${i},bad-row,c,Wrong.\n`);
    const table = reportTable(`file,row,column,value,level,code,message\n${lines.join("")}`);
    expect(table.split("\n").slice(-1)).toEqual(["and 1,005 more: --report FILE writes all of them"]);
  });
});

test("a folder is packed into a temporary file, with the same bytes each time and without hidden files", async () => {
  const pack = async () => {
    const { file, remove } = await zipFolder(path.dirname(descriptor));
    const bytes = readFileSync(file);
    remove();
    expect(() => readFileSync(file)).toThrow("ENOENT");
    return bytes;
  };
  const first = await pack();
  utimesSync(descriptor, new Date(), new Date("2026-03-01T00:00:00Z"));
  const second = await pack();
  expect(first.equals(second)).toBe(true);
  // Pictures are not compressed.
  for (const text of ["datapackage.json", "media/a.jpg", "picture"]) expect(first.includes(text)).toBe(true);
  expect(first.includes(".DS_Store")).toBe(false);
});

describe("the file of a package", () => {
  /** Fault of each request to the storage, in order. */
  let faults: (number | "cut")[];
  let arrived: Buffer[];
  let origin: string;
  let close: () => void;
  beforeEach(async () => {
    [faults, arrived] = [[], []];
    const server = createServer(async (request, response) => {
      const fault = faults.shift();
      if (fault === "cut") return request.once("data", () => request.destroy());
      const body = await buffer(request);
      if (fault === undefined) arrived.push(body);
      return response.writeHead(fault ?? 200).end("<Error/>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.close();
      server.closeAllConnections();
    };
  });
  afterEach(() => close());

  /** Sends the file to a service whose imports have these states, in order. */
  async function send(states: readonly Import["status"][], expires: string | null = null) {
    const overs: (number | undefined)[] = [];
    const headers = { "content-length": "300000", "if-none-match": "*" };
    const begin = async (_: unknown, over?: number): Promise<Begun> => {
      overs.push(over);
      const id = (over ?? 0) + 1;
      const status = states[overs.length - 1] ?? "waiting";
      const upload = { url: `${origin}/${overs.length}`, headers, expires_at: "2026-03-01T07:00:00Z" };
      return { id, status, upload, expires };
    };
    const announced = await readPackage(zip);
    const result = await sendPackage(zip, announced, {
      requests: { begin },
      patience: { patienceMs: 60_000, sleep: async () => {} },
      show: () => {},
    }).catch((error: unknown) => error);
    return { result, overs, bytes: arrived.map(({ length }) => length), announced };
  }

  test("is announced with its size and SHA-256, and sent to a new URL on each retry", async () => {
    faults = ["cut", 503, 403];
    const { result, overs, bytes, announced } = await send([]);
    expect(announced).toEqual({
      format: "camtrap-dp",
      filename: "veluwe.ZIP",
      bytes: 300_000,
      sha256: createHash("sha256").update(readFileSync(zip)).digest("hex"),
    });
    expect([result, overs, bytes]).toMatchObject([
      { id: 1 },
      [undefined, undefined, undefined, undefined],
      [300_000],
    ]);
  });

  test("is not sent when an earlier run has sent it", async () => {
    expect((await send(["checked"])).bytes).toEqual([]);
    expect((await send(["running"])).bytes).toEqual([]);
    faults = [412];
    expect(await send(["waiting"])).toMatchObject({ result: { id: 1 }, bytes: [] });
  });

  test("is sent for a new import if the earlier imports are over", async () => {
    expect(await send(["done", "expired", "waiting"])).toMatchObject({
      result: { id: 3 },
      overs: [undefined, 1, 2],
      bytes: [300_000],
    });
  });

  test("is sent for a new import if the service has removed the file of a rejected or failed import", async () => {
    const states = ["rejected", "failed", "waiting"] as const;
    expect(await send(states, "2026-03-01T07:00:00Z")).toMatchObject({ result: { id: 3 }, bytes: [300_000] });
    expect(await send(states, "2999-03-01T07:00:00Z")).toMatchObject({ result: { id: 1 } });
  });

  test("makes the command fail with a message if the storage always refuses it", async () => {
    faults = Array.from({ length: 40 }, () => 403);
    const { result } = await send([]);
    expect(result).toMatchObject({ message: expect.stringContaining("The storage refuses") });
  });
});

describe("the report of an import that is done", () => {
  const text = "file,row,column,value,level,code,message\nmedia.csv,2,a,b,bad-row,c,Wrong.\n";
  /** Runs the command against a service whose storage gives these answers in order, and collects the output. */
  async function run(answers: readonly ((response: ServerResponse) => unknown)[], ...args: string[]) {
    const left = [...answers];
    const server = createServer(({ method, url = "" }, response) => {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const upload = { url: origin, headers: {}, expires_at: "2026-03-01T07:00:00Z" };
      const state = url.endsWith("/start") ? { status: "done", report_url: `${origin}/report` } : {};
      if (url === "/report") return left.shift()?.(response);
      if (url.endsWith("/health")) return response.end('{"status":"ok"}');
      const body = { ...job, status: "checked", ...state, ...(method === "POST" && { upload }) };
      return response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = readOptions(["import", zip, "--url", url, "--token", "t", "--yes", ...args], {});
    const said: string[] = [];
    const terminal = { asks: false, redraws: false, status: () => {}, ask: async () => "" };
    const end = await importPackage(options as PackageOptions, {
      ...terminal,
      line: (line) => said.push(line),
    })
      .then((code) => ({ code }))
      .catch((error: unknown) => ({ error }));
    server.close();
    server.closeAllConnections();
    return { said: said.join("\n"), ...end };
  }

  test("is fetched again when the connection breaks", async () => {
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { "Content-Length": text.length });
      response.write("file", () => response.destroy());
    };
    const { said, ...end } = await run([cut, (response) => response.end(text)]);
    expect(end).toEqual({ code: 0 });
    expect(said).toContain("Wrong.");
    expect(said).toContain("Import 3 is done.");
  });

  test("may be missing: the command prints the result of the import without it", async () => {
    const refuse = (response: ServerResponse) => response.writeHead(403).end();
    const { said, ...end } = await run([refuse]);
    expect(end).toEqual({ code: 0 });
    expect(said).toMatch(/Import 3 is done\..*The report cannot be fetched: the storage answers 403\.$/s);
    // With --report, a missing report is a failure.
    const file = path.join(folder, "report.csv");
    const wanted = await run([refuse], "--report", file);
    expect(wanted).toMatchObject({ error: { message: expect.stringContaining("403"), exitCode: 1 } });
    expect(wanted.said).toContain("Import 3 is done.");
  });
});
