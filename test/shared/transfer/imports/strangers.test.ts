import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../../shared/formats/finding.ts";
import { camtrapDpImport } from "../../../../shared/transfer/imports/camtrap-dp-import.ts";
import { UnreadableFile } from "../../../../shared/transfer/imports/unreadable-file.ts";
import type { Contents } from "../../../support/formats/read-back.ts";
import { foreignSample, withDescriptor, withFile } from "../../../support/formats/sample.ts";
import { uploadOf } from "../../../support/imports/upload-of.ts";
import { zipOf } from "../../../support/imports/zip-of.ts";

/** Checks a package and returns the numbers of its rows, the fatal messages and the codes of all findings. */
async function checked(contents: Contents) {
  const findings: Finding[] = [];
  const found = (_: unknown, list: readonly Finding[]) => findings.push(...list);
  const file = await camtrapDpImport
    .check(uploadOf(await zipOf(contents)), {
      language: "eng",
      found,
      filename: "",
      options: { on_bad_row: "stop", on_existing: "keep" },
    })
    .catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error;
      findings.push({
        file: "",
        row: undefined,
        column: undefined,
        value: undefined,
        level: "fatal",
        ...error,
        message: error.message,
      });
      return undefined;
    });
  const fatal = findings.filter(({ level }) => level === "fatal").map(({ message }) => message);
  // A zip may have files that do not belong to its package.
  const codes = findings.map(({ code }) => code).filter((code) => code !== "file");
  return { rows: file?.rows, fatal, codes };
}

const semicolons = (text: string) => text.replaceAll(",", ";");
const tables = ["deployments.csv", "media.csv", "observations.csv"];
const inAll = (change: (text: string) => string | Uint8Array): Contents => ({
  ...foreignSample,
  ...Object.fromEntries(tables.map((name) => [name, change(foreignSample[name] ?? "")])),
});
const whole = await checked(foreignSample);

describe("a package of another program", () => {
  test.each<[string, Contents]>([
    ["with Windows line ends", inAll((text) => text.replaceAll("\n", "\r\n"))],
    ["with byte order marks", inAll((text) => `\uFEFF${text}`)],
    [
      "in a folder",
      Object.fromEntries(Object.entries(foreignSample).map(([name, text]) => [`a/b/${name}`, text])),
    ],
    [
      "whose paths begin with ./",
      withDescriptor(foreignSample, (descriptor) => {
        for (const resource of descriptor.resources) resource.path = `./${resource.path}`;
      }),
    ],
    ["with another package in one of its folders", { ...foreignSample, "old/datapackage.json": "{}" }],
    [
      "with semicolons that datapackage.json announces",
      {
        ...withDescriptor(foreignSample, (descriptor) => {
          for (const resource of descriptor.resources) {
            if (resource.name === "deployments") resource.dialect = { delimiter: ";" };
          }
        }),
        "deployments.csv": semicolons(foreignSample["deployments.csv"] ?? ""),
      },
    ],
  ])("%s is read", async (_, contents) => {
    expect(whole.fatal).toEqual([]);
    expect(await checked(contents)).toEqual(whole);
  });

  test.each<[string, Contents, RegExp]>([
    ["with semicolons", inAll(semicolons), /separates its columns by semicolons. Save it with commas/],
    ["with tabs", inAll((text) => text.replaceAll(",", "\t")), /separates its columns by tabs/],
    [
      "in UTF-16",
      inAll((text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])),
      /is not in UTF-8. Save it as/,
    ],
    [
      "in UTF-16 without a byte order mark",
      inAll((text) => Buffer.from(text, "utf16le")),
      /is not in UTF-8. Save it as/,
    ],
    ["in Latin-1", withLatin1(foreignSample), /^deployments.csv is not in UTF-8/],
    [
      "whose datapackage.json is in UTF-16",
      {
        ...foreignSample,
        "datapackage.json": Buffer.from(foreignSample["datapackage.json"] ?? "", "utf16le"),
      },
      /^(datapackage.json is not in UTF-8|datapackage.json must be a JSON object)/,
    ],
    ["without datapackage.json", { "deployments.csv": "x" }, /^The zip has no datapackage.json/],
    [
      "without the table of deployments",
      without("deployments.csv"),
      /datapackage.json names the file deployments.csv, which is missing/,
    ],
    [
      "in a zip with another package",
      twice(),
      /^The zip has two packages: a\/datapackage.json and b\/datapackage.json/,
    ],
    [
      "in a zip inside of the zip",
      { "package.zip": "x" },
      /contains another archive. Import that one instead: package.zip/,
    ],
    [
      "of Camtrap DP 0.6",
      withDescriptor(foreignSample, (descriptor) => {
        descriptor.profile = descriptor.profile.replace("1.0.2", "0.6");
      }),
      /must name Camtrap DP 1.0, 1.0.1 or 1.0.2, and not 0.6/,
    ],
    ...["", '"', "\n", "||"].map((delimiter): [string, Contents, RegExp] => [
      `whose delimiter is ${JSON.stringify(delimiter)}`,
      withDescriptor(foreignSample, (descriptor) => {
        descriptor.resources[1].dialect = { delimiter };
      }),
      /`delimiter` of media.csv must be one character that separates cells, such as a comma, but not a quote or a line end\./,
    ]),
  ])("%s is refused with a message that says what to do", async (_, contents, message) => {
    const { rows, fatal } = await checked(contents);
    expect(rows).toBeUndefined();
    expect(fatal[0]).toMatch(message);
  });

  test("may have accents in the names of files, even in a zip from a Mac", async () => {
    let at = 0;
    const texts = withFile(foreignSample, "media.csv", (text) =>
      text.replaceAll(/https:[^,]+/g, () => `S\u00fcd/${at++}.jpg`),
    );
    const pictures = [0, 1, 2].map((i) => [`field/Su\u0308d/${i}.jpg`, `picture ${i}`]);
    const inFolder = Object.entries(texts).map(([name, text]) => [`field/${name}`, text]);
    const contents = Object.fromEntries([...inFolder, ...pictures]);
    expect((await checked(contents)).codes).not.toContain("no-file");
    const open = await camtrapDpImport.openMedia(uploadOf(await zipOf(contents)));
    expect(await text(open("S\u00fcd/1.jpg"))).toBe("picture 1");
  });

  test("has bad rows for media without their deployment", async () => {
    const orphans = withFile(foreignSample, "deployments.csv", (text) => `${text.split("\n")[0]}\n`);
    const { rows } = await checked(orphans);
    expect(rows).toMatchObject({
      sources: { rows: 0 },
      streams: { rows: 0, bad: 3 },
      annotations: { rows: 0 },
    });
  });

  test("with 3 MB of a picture's metadata in a cell is read without these metadata", async () => {
    const heavy = withFile(foreignSample, "media.csv", (text) => {
      const [header = "", ...lines] = text.trimEnd().split("\n");
      const at = header.split(",").indexOf("exifData");
      expect(at).toBeGreaterThan(0);
      return `${[header, ...lines.map((line) => line.replace(/,[^,]*,[^,]*,[^,]*$/, `,,"${JSON.stringify({ a: "x".repeat(300_000) }).replaceAll('"', '""')}",`))].join("\n")}\n`;
    });
    const { rows, fatal } = await checked(heavy);
    expect(fatal).toEqual([]);
    expect(rows?.sources).toEqual(whole.rows?.sources);
  });
});

function withLatin1(texts: Readonly<Record<string, string>>): Contents {
  const text = (texts["deployments.csv"] ?? "").replace("Waterhole", "Wasserstelle Köln");
  return { ...texts, "deployments.csv": Buffer.from(text, "latin1") };
}

function without(file: string): Contents {
  return Object.fromEntries(Object.entries(foreignSample).filter(([name]) => name !== file));
}

function twice(): Contents {
  const under = (folder: string) =>
    Object.entries(foreignSample).map(([name, text]) => [`${folder}/${name}`, text]);
  return Object.fromEntries([...under("a"), ...under("b")]);
}
