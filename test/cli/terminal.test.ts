import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patienceWith } from "../../cli/import/patience.ts";
import { progressOf } from "../../cli/import/progress.ts";
import { type Outcome, summary } from "../../cli/import/summary.ts";
import { formatSeconds } from "../../cli/terminal/format.ts";
import { printable } from "../../cli/terminal/printable.ts";
import { openTerminal } from "../../cli/terminal/terminal.ts";
import { formatBytes } from "../../client/format-bytes.ts";

test("printable() returns no control characters and no changes of writing direction", () => {
  const codes = fc.array(fc.integer({ min: 0, max: 0x2100 }));
  const harmful = [
    [0, 0x1f],
    [0x7f, 0x9f],
    [0x61c, 0x61c],
    [0x200e, 0x200f],
    [0x2028, 0x202e],
    [0x2066, 0x2069],
  ] as const;
  const isHarmful = (code: number) => harmful.some(([first, last]) => code >= first && code <= last);
  fc.assert(
    fc.property(codes, (all) => {
      const shown = printable(String.fromCodePoint(...all));
      expect([...shown].filter((character) => isHarmful(character.codePointAt(0) ?? 0))).toEqual([]);
    }),
  );
  expect(printable("Río – שועל 🦊👩‍👩‍👧 50%.jpg")).toBe("Río – שועל 🦊👩‍👩‍👧 50%.jpg");
});

test.each([
  [0, "0 KB"],
  [999_001, "1000 KB"],
  [1e6, "1.0 MB"],
  [1.25e9, "1.3 GB"],
])("%i bytes are shown as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.2, "1 s"],
  [59, "59 s"],
  [61, "2 min"],
  [3600, "1 h 0 min"],
  [7500, "2 h 5 min"],
])("%d seconds are shown as %s", (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

describe("progress", () => {
  const [a, b] = [{ bytes: 60e6 }, { bytes: 40e6 }];

  test("shows the files, the bytes, the current rate and the remaining time", () => {
    let nowMs = 0;
    const progress = progressOf([a, b], () => nowMs);
    expect(progress.text()).toBe("0 of 2 files, 0 KB of 100.0 MB");
    progress.found(a, 20e6);
    nowMs = 10_000;
    progress.sent(a, 40e6);
    expect(progress.text()).toBe("0 of 2 files, 60.0 MB of 100.0 MB, 4.0 MB/s, 10 s left");
    progress.finished(a);
    progress.sent(b, 10e6);
    progress.sent(b, -10e6);
    expect(progress.text()).toBe("1 of 2 files, 60.0 MB of 100.0 MB, 4.0 MB/s, 10 s left");
    // No rate is shown when nothing was sent for a while.
    nowMs = 60_000;
    expect(progress.text()).toBe("1 of 2 files, 60.0 MB of 100.0 MB");
    expect(progress.sentBytes()).toBe(40e6);
  });

  test("ends with all bytes, whether or not the files were imported", () => {
    const events = fc.array(fc.record({ sent: fc.integer({ min: 0, max: 100 }), file: fc.nat({ max: 4 }) }));
    fc.assert(
      fc.property(events, (sends) => {
        const files = Array.from({ length: 5 }, () => ({ bytes: 1e6 }));
        const progress = progressOf(files, () => 0);
        for (const { sent, file } of sends) progress.sent(files[file] ?? a, sent);
        for (const file of files) progress.finished(file);
        expect(progress.text()).toMatch(/^5 of 5 files, 5\.0 MB of 5\.0 MB/);
      }),
    );
  });
});

test("the summary counts files that were imported, were there already, failed or were not tried", () => {
  const outcomes = new Map<{ path: string }, Outcome>([
    [{ path: "a.jpg" }, { kind: "imported", stream: 1 }],
    [{ path: "b.jpg" }, { kind: "there", stream: 1 }],
    [{ path: "c\u001b.mp4" }, { kind: "failed", reason: "It cannot be read." }],
  ]);
  const problems = [{ path: "d.wmv", reason: "WMV is not supported." }];
  expect(summary({ outcomes, files: 5, problems, sentBytes: 2e6 }).split("\n")).toEqual([
    "1 file imported, 1 already there. 2.0 MB were sent.",
    "1 file failed:",
    "  c\ufffd.mp4: It cannot be read.",
    "2 files not tried.",
    "1 file cannot be imported:",
    "  d.wmv: WMV is not supported.",
  ]);
});

describe("a terminal", () => {
  const open = (isTTY: boolean) => {
    const output = Object.assign(new PassThrough(), { isTTY, columns: 20 });
    const input = Object.assign(new PassThrough(), { isTTY });
    let ended = 0;
    const terminal = openTerminal(input, output, () => {
      ended += 1;
    });
    return { terminal, input, written: () => String(output.read() ?? ""), ended: () => ended };
  };

  test("draws the status again below each line, and cuts it to the width of the screen", () => {
    const { terminal, written } = open(true);
    terminal.status("0123456789012345678901234");
    terminal.line("done");
    expect(written().split("\r\u001b[K")).toEqual([
      "",
      "0123456789012345678",
      "done\n",
      "0123456789012345678",
    ]);
  });

  test("gets lines but no status if it is a log", () => {
    const { terminal, written } = open(false);
    terminal.status("12 of 230 files");
    terminal.line("done");
    terminal.status("");
    expect([written(), terminal.asks, terminal.redraws]).toEqual(["done\n", false, false]);
  });

  test("asks questions, and ends when the input ends", async () => {
    const { terminal, input, ended } = open(false);
    input.write("  Weir \n");
    expect(await terminal.ask("Which camera? ")).toBe("Weir");
    expect(ended()).toBe(0);
    void terminal.ask("Which zone? ");
    input.end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended()).toBe(1);
  });
});

test("a long pause of several requests is printed once, and a short pause is not printed", () => {
  const lines: string[] = [];
  const { onPause } = patienceWith({ line: (text) => void lines.push(text) });
  onPause(1500, "the service answers 429");
  for (const _ of [1, 2, 3]) onPause(8000, "no connection");
  expect(lines).toEqual(["Waiting: no connection. Next try in 8 s."]);
});
