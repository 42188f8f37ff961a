import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Annotation } from "../../../../../shared/domain/annotation/annotation.ts";
import type { Method } from "../../../../../shared/domain/annotation/machine-label.ts";
import { namesIn } from "../../../../../shared/domain/annotation/observation.ts";
import { leadingSpecies } from "../../../../../shared/domain/annotation/review.ts";
import { annotationColumns } from "../../../../../shared/domain/job/export-columns.ts";
import { nameKey } from "../../../../../shared/domain/species/name-key.ts";
import { annotationsIn, type FindStreams } from "../../../../../shared/formats/csv/read/annotations.ts";
import { speciesIn } from "../../../../../shared/formats/csv/read/species.ts";
import {
  annotationHeader,
  annotationLines,
} from "../../../../../shared/formats/csv/write/annotation-table.ts";
import { annotationOf, sources, species, streams } from "../../../../support/exports/export-world.ts";
import { listOf } from "../../../../support/formats/list-of.ts";

/** Finds streams as the service does: by id, by URL, or by the end of the URL. */
const findStreams: FindStreams = async (named) =>
  named.map(({ column, value }) =>
    streams.filter(({ id, url }) =>
      column === "videostream"
        ? String(id) === value
        : column === "stream_url"
          ? url === value
          : `/${url}`.endsWith(`/${value}`),
    ),
  );

function fileOf(content: string | Uint8Array, pieceBytes = 7) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return {
    name: "labels.csv",
    // The pieces end in the middle of characters and line ends.
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}

const read = async (content: string | Uint8Array, method?: Method) =>
  listOf(annotationsIn(fileOf(content), findStreams, method));

/** Returns the labels and findings of a table. */
async function resultOf(content: string | Uint8Array, method?: Method) {
  const rows = await read(content, method);
  return {
    made: rows.flatMap(({ made }) => made ?? []),
    findings: rows.flatMap(({ findings }) =>
      findings.map(({ row, column, level, code }) => [row, column, level, code]),
    ),
    messages: rows.flatMap(({ findings }) => findings.map(({ message }) => message)),
  };
}

const at = <T extends { readonly id: number }>(records: readonly T[]) => {
  return (id: number) => records.find((record) => record.id === id);
};

/** Returns the table that an export makes of annotations. */
function exported(annotations: readonly Annotation[], columns: readonly string[] = []): string {
  const joined = {
    annotations,
    ...{ stream: at(streams), source: at(sources), species: at(species) },
    userName: (id: number) => `User ${id}`,
    sensitivityAt: () => "none" as const,
  };
  return annotationHeader(columns) + annotationLines(joined, columns);
}

const hostile = fc.constantFrom(
  ...["=1+1", "+32", "-", "@x", "'=1", "''-", "'", "\t", "\r", "\n", "\r\n", '"', ",", ";", " ", "é", "🦊"],
);
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: "grapheme", maxLength: 6 })), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("").toWellFormed())
  .filter((made) => made !== "");
const key = fc.oneof(fc.constantFrom("species", "common_name", "behaviour", " x", "x"), text);
const coordinate = fc.nat(1000);
const label = fc.record({
  stream: fc.integer({ min: 1, max: 12 }),
  startMs: fc.nat(60_000),
  lengthMs: fc.nat(60_000),
  box: fc.option(fc.tuple(coordinate, coordinate, coordinate, coordinate), { nil: undefined }),
  observer: text.filter((made) => /\S/u.test(made)),
  pairs: fc.uniqueArray(fc.tuple(key, text), { maxLength: 5, selector: ([name]) => name }),
  voted: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  // Records store no smaller confidence except 0.
  confidence: fc.option(fc.oneof(fc.constant(0), fc.double({ min: 1e-130, max: 1, noNaN: true })), {
    nil: undefined,
  }),
});

test("an exported table is read with the same stream, times, box, observer, method and notes, and the species of the votes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(label, { minLength: 1, maxLength: 4 }), async (labels) => {
      const annotations = labels.map(({ stream, startMs, lengthMs, box, pairs, voted, ...more }, i) =>
        annotationOf(i + 1, stream, 1, {
          startMs,
          endMs: Math.min(startMs + lengthMs, 60_000),
          boundingBox: box && {
            x1: Math.min(box[0], box[2]),
            y1: Math.min(box[1], box[3]),
            x2: Math.max(box[0], box[2]),
            y2: Math.max(box[1], box[3]),
          },
          observer: more.observer,
          observation: pairs.length === 0 ? undefined : Object.fromEntries(pairs),
          identifications: voted === undefined ? [] : [{ species: voted, blank: false, voters: [1] }],
          method: more.confidence === undefined ? "human" : "machine",
          confidence: more.confidence,
        }),
      );
      const keys = new Set(annotations.flatMap(({ observation }) => Object.keys(observation ?? {})));
      const columns = [...keys].filter((each) => !annotationColumns.includes(each));
      const { made, findings } = await resultOf(exported(annotations, columns));
      expect(findings.filter(([, , level]) => level !== "warning")).toEqual([]);
      for (const [i, one] of made.entries()) {
        const before = annotations[i] ?? annotationOf(1, 1);
        const { observation = {}, ...rest } = one;
        const { startMs, endMs, boundingBox, observer, method, confidence } = before;
        expect(rest).toEqual({
          key: String(before.id),
          stream: before.videostream,
          ...{ startMs, endMs, boundingBox, observer, method, confidence },
        });
        const leader = at(species)(leadingSpecies(before) ?? 0)?.scientificName;
        if (leader === undefined) expect(observation).toEqual(before.observation ?? {});
        else expect(namesIn(observation)).toContain(nameKey(leader));
        expect(unnamed(observation)).toEqual(unnamed(before.observation));
      }
      expect(made).toHaveLength(annotations.length);
    }),
    { numRuns: 80 },
  );
});

function unnamed(pairs: Readonly<Record<string, string>> = {}) {
  const names = ["species", "common_name", "scientific_name"];
  return Object.fromEntries(Object.entries(pairs).filter(([name]) => !names.includes(name)));
}

describe("a table of another program", () => {
  const url2 = streams[1]?.url;

  test.each([
    ["commas", ",", "\n"],
    ["semicolons, which spreadsheets write in many countries", ";", "\r\n"],
    ["tabs", "\t", "\r"],
  ])("is read with %s", async (_, comma, end) => {
    const rows = [
      ["file", "start", "scientific_name", "count", "note"],
      ["secret-valley-2.mp4", "00:00:01", "Vulpes vulpes", "2", `"one${comma} two"`],
    ];
    const { made, findings } = await resultOf(rows.map((row) => row.join(comma) + end).join(""));
    expect(findings).toEqual([]);
    expect(made).toMatchObject([
      {
        ...{ stream: 2, startMs: 1000, endMs: 1000, observer: "unknown", method: "human" },
        observation: { species: "Vulpes vulpes", count: "2", note: `one${comma} two` },
      },
    ]);
  });

  test("may name its streams by id, by URL, or by the end of their path, even with backslashes", async () => {
    const { made, findings } = await resultOf(
      `videostream,stream_url,file\n3,,\n,${url2},\n,,video.example\\secret-valley-1.mp4\n3,${streams[2]?.url},x\n`,
    );
    expect([made.map(({ stream }) => stream), findings]).toEqual([[3, 2, 1, 3], []]);
  });

  test("gets findings that say how to correct rows for which no stream is found", async () => {
    const { made, findings, messages } = await resultOf(
      `videostream,stream_url,file\n99,,\n,https://other.example/a,\n,,none.mp4\n1,${url2},\nfox,,\n,,\n`,
    );
    expect(made).toEqual([]);
    expect(findings).toEqual([
      [2, "videostream", "bad-row", "no-stream"],
      [3, "stream_url", "bad-row", "no-stream"],
      [4, "file", "bad-row", "no-stream"],
      [5, "stream_url", "bad-row", "no-stream"],
      [6, "videostream", "bad-row", "type"],
    ]);
    expect(messages[3]).toContain("If the table comes from another service, leave `videostream` out");
    const several = await listOf(
      annotationsIn(fileOf("file\na.mp4\n"), async (named) => named.map(() => streams.slice(0, 4))),
    );
    expect(several[1]?.findings[0]?.message).toMatch(/^4 streams match: 1 \(2026-.*, …\. Write more/);
  });

  test("gets a warning for a path that matches only by its file name, and a bad row for a second such path", async () => {
    const findUpload: FindStreams = async (named) =>
      named.map(() => streams.slice(0, 1).map((each) => ({ ...each, ...upload })));
    const upload = {
      url: "s3://media/video/9",
      file: { upload: 9, fingerprint: "f", name: "IMG_0001.MP4" },
    };
    const rows = await listOf(
      annotationsIn(
        fileOf(
          "file,note\nIMG_0001.MP4,cat\ncard 7\\IMG_0001.MP4,boar\ncard 3/IMG_0001.MP4,fox\ncard%207/IMG_0001.MP4,deer\n",
        ),
        findUpload,
      ),
    );
    expect(rows.flatMap(({ made }) => made?.observation?.["note"] ?? [])).toEqual(["cat", "boar", "deer"]);
    const findings = rows.flatMap((row) => row.findings);
    expect(findings).toMatchObject([
      { row: 3, column: "file", level: "warning", code: "by-name" },
      { row: 4, column: "file", level: "bad-row", code: "by-name" },
    ]);
    expect(findings[0]?.message).toContain(
      "Of this path, only the name “IMG_0001.MP4” matches: it is the name of the file of video stream 1.",
    );
    expect(findings[1]?.message).toContain(
      "“card 7/IMG_0001.MP4” in a row above also matches video stream 1",
    );
  });

  test("may give times from the start of the video, absolute times, or no times, which means the whole video", async () => {
    const { made, findings, messages } = await resultOf(
      [
        "videostream,start,end,start_time,end_time,local_time",
        "1,00:00:01.250,,,2026-03-01T06:30:02Z,",
        "1,,,2026-03-01T07:30:01+01:00,,",
        "1,,,,,2026-03-01T07:30:01.500+01:00",
        "1,,,,,",
        "1,00:01.3,,,,",
        "1,,,2026-03-01 07:30,,",
        "1,,,2026-03-01T06:29:59Z,,",
        "1,00:00:59,00:01:01,,,",
        "1,00:00:02,00:00:01,,,",
        "1,,00:00:02,,,",
      ].join("\n"),
    );
    expect(made.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1250, 2000],
      [1000, 1000],
      [1500, 1500],
      [0, 60_000],
    ]);
    expect(findings).toEqual([
      [6, "start", "bad-row", "type"],
      [7, "start_time", "bad-row", "type"],
      [8, "start_time", "bad-row", "beyond"],
      [9, "end", "bad-row", "beyond"],
      [10, "end", "bad-row", "order"],
      [11, "start", "bad-row", "required"],
    ]);
    expect(messages.slice(2, 4)).toEqual([
      "`start_time` must not be before the stream starts, at 2026-03-01T06:30:00.000Z.",
      "`end` must be within the stream, which is 00:01:00.000 long.",
    ]);
  });

  test("is read with its absolute times if a spreadsheet has changed the times from the start of the video", async () => {
    const { made, findings, messages } = await resultOf(
      [
        "videostream,start,end,start_time,end_time",
        "1,00:12.3,00:13.0,2026-03-01T06:30:12.250Z,2026-03-01T06:30:13Z",
        "1,00:00:12,00:13.0,2026-03-01T06:30:12Z,2026-03-01T06:30:13.500Z",
        "1,00:12.3,00:13.0,01/03/2026 06:30,01/03/2026 06:30",
        "1,00:00:12,00:13.0,,",
      ].join("\n"),
    );
    expect(made.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [12_250, 13_000],
      [12_000, 13_500],
    ]);
    expect(findings).toEqual([
      [2, "start", "warning", "type"],
      [3, "end", "warning", "type"],
      [4, "start", "bad-row", "type"],
      [5, "end", "bad-row", "type"],
    ]);
    expect(messages[0]).toBe(
      "`start` cannot be read, so `start_time` is used. A spreadsheet may have changed it: format the columns as text there.",
    );
    expect(messages[3]).toBe(
      "`end` must be a time from the start of the video, such as 00:01:30.500. A time of day goes into `end_time`. A spreadsheet may have changed it: format the columns as text there, or delete `start` and `end` and keep `start_time`.",
    );
  });

  test("may give boxes in pixels of the video, or in pixels of a picture whose size it states", async () => {
    const { made, findings } = await resultOf(
      [
        "videostream,x1,y1,x2,y2,picture_width,picture_height",
        "1,30,40,10,20,,",
        "1,10,20,30,40,960,540",
        "1,10.5,20,30,40,,",
        "1,10,20,30,,,",
        "1,0,0,1921,10,,",
      ].join("\n"),
    );
    expect(made.map(({ boundingBox }) => boundingBox)).toEqual([
      { x1: 10, y1: 20, x2: 30, y2: 40 },
      { x1: 20, y1: 40, x2: 60, y2: 80 },
    ]);
    expect(findings).toEqual([
      [4, "x1", "bad-row", "box"],
      [5, "y2", "bad-row", "box"],
      [6, "x2", "bad-row", "beyond"],
    ]);
  });

  test("may give a confidence only for labels of machines", async () => {
    const { made, findings } = await resultOf(
      "videostream,method,confidence,kind\n1,,0.5,\n1,machine,,\n1,human,0.5,\n1,robot,,\n1,,1.5,\n1,,,blank\n",
    );
    expect(made.map(({ method, confidence }) => [method, confidence])).toEqual([
      ["machine", 0.5],
      ["machine", undefined],
      ["human", undefined],
    ]);
    expect(made[2]?.observation).toEqual({ observationType: "blank" });
    expect(findings).toEqual([
      [4, "confidence", "bad-row", "method"],
      [5, "method", "bad-row", "enum"],
      [6, "confidence", "bad-row", "range"],
    ]);
  });

  test.each([
    "confidence",
    "score",
    "Score",
    "top_score",
    "CNN confidence",
    "species probability",
    "conf",
    "classificationProbability",
    "predictionScore",
    "MaxConfidence",
    "score_1",
    "confidence (%)",
  ])("asks who made the labels if it has a column %s and no column method", async (column) => {
    const text = `videostream,${column},species\n1,0.5,fox\n1,,fox\n`;
    const { made, findings, messages } = await resultOf(text);
    expect([made, findings]).toEqual([[], [[1, "method", "fatal", "no-method"]]]);
    expect(messages[0]).toContain("Who made its labels?");
    const methodsOf = async (method: "human" | "machine") =>
      (await resultOf(text, method)).made.map((each) => each.method);
    expect(await methodsOf("machine")).toEqual(["machine", "machine"]);
    expect(await methodsOf("human")).toEqual(["human", "human"]);
  });

  test.each(["scores of play", "confident", "method"])(
    "does not ask because of a column %s",
    async (column) => {
      expect((await resultOf(`videostream,${column}\n1,human\n`)).findings).toEqual([]);
    },
  );

  test("is read with a confidence of 0 if the number is too small to be stored", async () => {
    const { made } = await resultOf("videostream,confidence\n1,1e-200\n1,1e-9\n", "machine");
    expect(made.map(({ confidence }) => confidence)).toEqual([0, 1e-9]);
  });

  test("may name a species in its notes or in columns, and the columns take precedence", async () => {
    const { made } = await resultOf(
      [
        "videostream;scientific_name;common_name;observation;sex",
        '1;Vulpes vulpes;Red fox;{"species":"red FOX","sex":"m"};',
        '1;Vulpes vulpes;Red fox;{"species":"Canis lupus","common_name":"Wolf","sex":"m"};f',
        "1;;Red fox;;",
      ].join("\n"),
    );
    expect(made.map(({ observation }) => observation)).toEqual([
      { species: "red FOX", sex: "m" },
      { species: "Vulpes vulpes", sex: "f" },
      { common_name: "Red fox" },
    ]);
  });

  test("identifies its rows by their ids, or by their cells if it has no ids", async () => {
    const ids = await resultOf("id,videostream\na,1\na,2\n");
    expect(ids.made.map(({ key }) => key)).toEqual(["a"]);
    expect(ids.findings).toEqual([[3, "id", "bad-row", "twice"]]);
    const keys = async (content: string) => (await resultOf(content)).made.map((made) => made.key);
    const [first, second, third] = await keys("videostream,start\n1,00:00:01\n1,00:00:02\n1,00:00:01\n");
    expect(third).toBe(`${first}-2`);
    expect(await keys("start,videostream\n00:00:02,1\n00:00:01,1\n")).toEqual([second, first]);
  });

  test("gets findings for too many notes, and for notes that are too long or unreadable", async () => {
    const many = Array.from({ length: 21 }, (_, i) => `n${i}`);
    const { messages } = await resultOf(`videostream,${many}\n1,${many}\n`);
    expect(messages).toEqual([
      "A label can have at most 20 pairs, and this row has 21. Remove columns that you do not need.",
    ]);
    const long = await resultOf(`videostream,note,observation\n1,${"é".repeat(600)},\n1,,[1]\n`);
    expect(long.made[0]?.observation).toEqual({ note: "é".repeat(512) });
    expect(long.findings).toEqual([
      [2, "note", "warning", "cut"],
      [3, "observation", "bad-row", "type"],
    ]);
  });
});

describe("a table", () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

  test.each([
    [
      "in UTF-16",
      utf16("file\n"),
      "encoding",
      "UTF-16, or not a text file. Save it as “CSV UTF-8” (in Excel)",
    ],
    [
      "in UTF-16 without a byte order mark",
      utf16("file\n").subarray(2),
      "encoding",
      "UTF-16, or not a text file. Save it as “CSV UTF-8”",
    ],
    ["in Latin-1", Buffer.from("file,note\na,é\n", "latin1"), "encoding", "is not in UTF-8. Save it as"],
    ["that is a workbook", Buffer.from("PK\u0003\u0004"), "no-table", "is a workbook or a zip file. Save it"],
    [
      "without a column for streams",
      Buffer.from("id,Start\n"),
      "missing-column",
      "must say which stream each row belongs to",
    ],
    ["with two columns of the same name", Buffer.from("file,a,a\n"), "column-twice", "has two columns `a`"],
    ["that is empty", Buffer.from(""), "missing-column", "must say which stream each row belongs to"],
    ["with a quote that is not closed", Buffer.from('file,"a\n'), "quotes", "has a quote that is not closed"],
  ])("%s is refused as a whole, with a sentence that says what to do", async (_, content, code, sentence) => {
    const rows = await read(content);
    const finding = rows.at(-1)?.findings[0];
    expect(finding).toMatchObject({ level: "fatal", code, message: expect.stringContaining(sentence) });
    expect(rows.some(({ made }) => made !== undefined)).toBe(false);
  });

  test("with too few or too many cells in a row has bad rows, numbered by the lines of the file", async () => {
    const { made, findings } = await resultOf('file,note\n"secret-valley-1.mp4","two\nlines"\na\n\nb,c,d\n');
    expect(made).toHaveLength(1);
    expect(findings).toEqual([
      [4, undefined, "bad-row", "cells"],
      [6, undefined, "bad-row", "cells"],
    ]);
  });
});

describe("a checklist of species", () => {
  const list = (content: string) => listOf(speciesIn(fileOf(content)));

  test("is read with names, taxon ids, kinds and sensitivities, but without unknown columns", async () => {
    const rows = await list("\ufeffScientific_name,x\n");
    expect(rows[0]?.findings.map(({ code, message }) => [code, message])).toEqual([
      ["missing-column", "The table must have a column `scientific_name`. Rename `Scientific_name`."],
      ["unknown-column", expect.stringContaining("`Scientific_name` is not one of")],
      ["unknown-column", expect.stringContaining("`x` is not one of")],
    ]);
    const read = await list(
      "\ufeffscientific_name;common_name;external_taxon_id;kind;sensitivity\r\nLutra lutra;Otter;2433753.0;;High\r\nNil;;;blank;\r\n",
    );
    expect(read.flatMap(({ made }) => made ?? [])).toEqual([
      {
        ...{ scientificName: "Lutra lutra", commonName: "Otter", externalTaxonId: 2433753 },
        ...{ kind: undefined, sensitivity: "high" },
      },
      {
        ...{ scientificName: "Nil", commonName: "Nil", externalTaxonId: undefined },
        ...{ kind: "blank", sensitivity: undefined },
      },
    ]);
  });

  test("gets a finding for each mistake", async () => {
    const rows = await list(
      [
        "scientific_name,common_name,external_taxon_id,kind,sensitivity",
        "Lutra lutra,,1,,",
        "lutra  LUTRA,,,,",
        "Meles meles,,1,,",
        ",Badger,,,",
        "Vulpes vulpes,,x,,",
        "Canis lupus,,,dog,",
        "Canis lupus,,,,secret",
        `${"x".repeat(257)},,,,`,
      ].join("\n"),
    );
    expect(
      rows.flatMap(({ findings }) => findings.map(({ row, column, code }) => [row, column, code])),
    ).toEqual([
      [3, "scientific_name", "twice"],
      [4, "external_taxon_id", "twice"],
      [5, "scientific_name", "required"],
      [6, "external_taxon_id", "type"],
      [7, "kind", "enum"],
      [8, "sensitivity", "enum"],
      [9, "scientific_name", "too-long"],
    ]);
    const [{ message } = { message: "" }] = rows[6]?.findings ?? [];
    expect(message).toBe("`kind` must be one of animal, human, vehicle, blank, unknown.");
  });
});
