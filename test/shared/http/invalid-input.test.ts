import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invalidInput } from "../../../shared/http/invalid-input.ts";
import { payloadBytes } from "../../../shared/http/payload.ts";

const faults = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ pointer: `/body/${i}`, detail: "`x` is not known." }));

describe("the fault of an invalid request", () => {
  test.each([
    [1, "`x` is not known."],
    [2, "`x` is not known. 1 more error: see `errors`."],
    [4, "`x` is not known. 3 more errors: see `errors`."],
    [100, "`x` is not known. 99 more errors: see `errors`."],
  ])("lists up to 100 errors: %i", (count, detail) => {
    expect(invalidInput(faults(count))).toMatchObject({ message: detail, errors: faults(count) });
  });

  test("lists the first 100 errors and the number of the others, or fewer if asked", () => {
    const detail = "`x` is not known. 79999 more errors: see `errors` for the first ";
    expect(invalidInput(faults(80_000))).toMatchObject({
      message: `${detail}100.`,
      errors: faults(100),
    });
    expect(invalidInput(faults(80_000), 7)).toMatchObject({ message: `${detail}7.`, errors: faults(7) });
  });

  test.each([
    ["plain", "x", 300],
    ["quotes, of 4 bytes in JSON in JSON", '"', 75],
    ["control characters, of 7 bytes", "\u0001", 42],
    ["lone surrogates, of 7 bytes", "\ud800", 42],
    ["three bytes", "蝙", 100],
    ["surrogate pairs, of 4 bytes", "🦊", 75],
  ])("cuts each text to 300 bytes of the payload: %s", (_, character, kept) => {
    const text = character.repeat(kept);
    const errorFor = (sent: string) => invalidInput([{ pointer: sent, detail: sent }]).errors?.[0];
    expect(errorFor(text)).toEqual({ pointer: text, detail: text });
    expect(errorFor(text + character)).toEqual({ pointer: `${text}…`, detail: `${text}…` });
    expect(errorFor(text.repeat(10_000))).toEqual({ pointer: `${text}…`, detail: `${text}…` });
  });

  test("never cuts within a character or an escape of a pointer", () => {
    const pointerFor = (pointer: string) => invalidInput([{ pointer, detail: "" }]).errors?.[0]?.pointer;
    const start = "x".repeat(298);
    expect(pointerFor(`${start}🦊🦊`)).toBe(`${start}…`);
    expect(pointerFor(`${start}x~0~1`)).toBe(`${start}x…`);
    expect(pointerFor(`${start}~0~1`)).toBe(`${start}~0…`);
  });

  test("takes a bounded part of the payload for any texts", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 600, size: "max" }),
      fc.string({ unit: fc.constantFrom("\u0001", '"', "\ud800", "🦊", "~1"), maxLength: 600, size: "max" }),
    );
    const fault = fc.record({ pointer: text, detail: text });
    fc.assert(
      fc.property(fc.array(fault, { minLength: 1, maxLength: 8 }), (sent) => {
        const { message, errors } = invalidInput(sent, 5);
        // Two texts of 303 bytes and their JSON for each error, and one text for all.
        expect(payloadBytes(JSON.stringify([message, errors]))).toBeLessThan(5 * 650 + 700);
      }),
    );
  });
});
