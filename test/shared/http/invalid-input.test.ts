import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invalidInput } from "../../../shared/http/invalid-input.ts";
import { payloadBytes } from "../../../shared/http/payload.ts";

const faults = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ pointer: `/body/${i}`, detail: "Not known here" }));

describe("a problem of an invalid request", () => {
  test.each([
    [1, "/body/0: Not known here"],
    [4, "/body/0: Not known here (and 3 more, see errors)"],
    [100, "/body/0: Not known here (and 99 more, see errors)"],
  ])("contains all of %i faults", (count, detail) => {
    expect(invalidInput(faults(count))).toMatchObject({ message: detail, errors: faults(count) });
  });

  test("contains the first 100 faults, or a given number, and the number of the others", () => {
    const detail = "/body/0: Not known here (and 79999 more, see errors for the first ";
    expect(invalidInput(faults(80_000))).toMatchObject({
      message: `${detail}100)`,
      errors: faults(100),
    });
    expect(invalidInput(faults(80_000), 7)).toMatchObject({ message: `${detail}7)`, errors: faults(7) });
  });

  test.each([
    ["plain", "x", 300],
    ["quotes, of 4 bytes in JSON in JSON", '"', 75],
    ["control characters, of 7 bytes", "\u0001", 42],
    ["lone surrogates, of 7 bytes", "\ud800", 42],
    ["three bytes", "蝙", 100],
    ["surrogate pairs, of 4 bytes", "🦊", 75],
  ])("limits each text to 300 bytes of the payload: %s", (_, character, kept) => {
    const text = character.repeat(kept);
    const reported = (sent: string) => invalidInput([{ pointer: sent, detail: sent }]).errors?.[0];
    expect(reported(text)).toEqual({ pointer: text, detail: text });
    expect(reported(text + character)).toEqual({ pointer: `${text}…`, detail: `${text}…` });
    expect(reported(text.repeat(10_000))).toEqual({ pointer: `${text}…`, detail: `${text}…` });
  });

  test("is never cut within a character or an escape of a pointer", () => {
    const reported = (pointer: string) => invalidInput([{ pointer, detail: "" }]).errors?.[0]?.pointer;
    const long = "x".repeat(298);
    expect(reported(`${long}🦊🦊`)).toBe(`${long}…`);
    expect(reported(`${long}x~0~1`)).toBe(`${long}x…`);
    expect(reported(`${long}~0~1`)).toBe(`${long}~0…`);
  });

  test("has a bounded size for any input", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 600, size: "max" }),
      fc.string({ unit: fc.constantFrom("\u0001", '"', "\ud800", "🦊", "~1"), maxLength: 600, size: "max" }),
    );
    const fault = fc.record({ pointer: text, detail: text });
    fc.assert(
      fc.property(fc.array(fault, { minLength: 1, maxLength: 8 }), (sent) => {
        const { message, errors } = invalidInput(sent, 5);
        // Two texts of 303 bytes and their surroundings in each fault, and once in the message.
        expect(payloadBytes(JSON.stringify([message, errors]))).toBeLessThan(5 * 650 + 700);
      }),
    );
  });
});
