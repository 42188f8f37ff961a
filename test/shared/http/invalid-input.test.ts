import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invalidInput } from "../../../shared/http/invalid-input.ts";
import { payloadBytes } from "../../../shared/http/payload.ts";
import { withPointers } from "../../../shared/http/pointers.ts";

const faults = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    part: "body" as const,
    field: `/${i}`,
    detail: "`x` is not known.",
  }));

/** Returns the error of a request that has only this one, as callers see it. */
const errorFor = (field: string, detail: string) =>
  withPointers(invalidInput([{ part: "body", field, detail }]).errors ?? [], "query")[0];

describe("the fault of an invalid request", () => {
  test.each([
    [1, "`x` is not known."],
    [2, "`x` is not known. 1 more error: see `errors`."],
    [4, "`x` is not known. 3 more errors: see `errors`."],
    [100, "`x` is not known. 99 more errors: see `errors`."],
  ])("lists all errors of a request that has %i", (count, detail) => {
    expect(invalidInput(faults(count))).toMatchObject({ message: detail, errors: faults(count) });
  });

  test("lists the first 100 errors, or as many as asked, and counts all but the first in its message", () => {
    const detail = "`x` is not known. 79999 more errors: see `errors` for the first ";
    expect(invalidInput(faults(80_000))).toMatchObject({
      message: `${detail}100.`,
      errors: faults(100),
    });
    expect(invalidInput(faults(80_000), 7)).toMatchObject({ message: `${detail}7.`, errors: faults(7) });
  });

  test.each([
    ["plain text", "x", 300],
    ["quotes, which take 4 bytes as JSON within JSON", '"', 75],
    ["control characters, which take 7 bytes", "\u0001", 42],
    ["lone surrogates, which take 7 bytes", "\ud800", 42],
    ["characters of 3 bytes", "蝙", 100],
    ["surrogate pairs, which take 4 bytes", "🦊", 75],
  ])("cuts each text to 300 bytes of the payload (%s)", (_, character, kept) => {
    const text = character.repeat(kept);
    const detailFor = (detail: string) => errorFor("", detail)?.detail;
    expect(detailFor(text)).toBe(text);
    expect(detailFor(text + character)).toBe(`${text}…`);
    expect(detailFor(text.repeat(10_000))).toBe(`${text}…`);
  });

  test.each([
    ["plain text", "x", 295],
    ["quotes", '"', 73],
    ["control characters", "\u0001", 42],
    ["lone surrogates", "\ud800", 42],
    ["characters of 3 bytes", "蝙", 98],
    ["surrogate pairs", "🦊", 73],
  ])(
    "cuts each pointer, including the part of the request, to 300 bytes of the payload (%s)",
    (_, character, kept) => {
      const field = character.repeat(kept);
      const pointerFor = (sent: string) => errorFor(sent, "")?.pointer;
      expect(pointerFor(field)).toBe(`/body${field}`);
      expect(pointerFor(field + character)).toBe(`/body${field}…`);
      expect(pointerFor(field.repeat(10_000))).toBe(`/body${field}…`);
    },
  );

  test("never cuts a pointer within a character or an escape sequence", () => {
    const fieldFor = (sent: string) =>
      invalidInput([{ part: "body", field: sent, detail: "" }]).errors?.[0]?.field;
    const start = `/${"x".repeat(292)}`;
    expect(fieldFor(`${start}🦊🦊`)).toBe(`${start}…`);
    expect(fieldFor(`${start}x~0~1`)).toBe(`${start}x…`);
    expect(fieldFor(`${start}~0~1`)).toBe(`${start}~0…`);
  });

  test("has a bounded size in the payload, whatever its texts", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 600, size: "max" }),
      fc.string({ unit: fc.constantFrom("\u0001", '"', "\ud800", "🦊", "~1"), maxLength: 600, size: "max" }),
    );
    const fault = fc.record({ part: fc.constant("body" as const), field: text, detail: text });
    fc.assert(
      fc.property(fc.array(fault, { minLength: 1, maxLength: 8 }), (sent) => {
        const { message, errors } = invalidInput(sent, 5);
        // Each error has two texts of 303 bytes, with JSON around them. The message is one more text.
        const shown = withPointers(errors ?? [], "body");
        expect(payloadBytes(JSON.stringify([message, shown]))).toBeLessThan(5 * 650 + 700);
      }),
    );
  });
});
