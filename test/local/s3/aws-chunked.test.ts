import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hmac } from "../../../local/aws/derived-keys.ts";
import { sha256Hex } from "../../../local/aws/signature.ts";
import { decodeChunks, type Trailers } from "../../../local/s3/aws-chunked.ts";

/** The example of the S3 API Reference, "Signature calculations: transferring payload in multiple chunks". */
const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const CHAIN = {
  signingKey: hmac(hmac(hmac(hmac(`AWS4${SECRET}`, "20130524"), "us-east-1"), "s3"), "aws4_request"),
  date: "20130524T000000Z",
  scope: "20130524/us-east-1/s3/aws4_request",
  seed: "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
};
const EXAMPLE = [
  "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n",
  `${"a".repeat(65536)}\r\n`,
  "400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n",
  `${"a".repeat(1024)}\r\n`,
  "0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n",
].join("");

async function decode(body: Buffer, pieces: readonly number[], chain?: typeof CHAIN) {
  const trailers: Trailers = new Map();
  async function* source() {
    let at = 0;
    for (const piece of pieces) {
      yield body.subarray(at, at + piece);
      at += piece;
    }
    yield body.subarray(at);
  }
  const decoded: Buffer[] = [];
  for await (const chunk of decodeChunks(source(), trailers, chain)) decoded.push(chunk);
  return { bytes: Buffer.concat(decoded), trailers: Object.fromEntries(trailers) };
}

describe("decodeChunks with signed chunks", () => {
  test("accepts AWS's example, in pieces of any size", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(70_000), { maxLength: 5 }), async (pieces) => {
        const { bytes } = await decode(Buffer.from(EXAMPLE), pieces, CHAIN);
        expect(bytes.equals(Buffer.alloc(66_560, "a"))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ["a changed byte", EXAMPLE.replace("\r\naaa", "\r\naba")],
    ["another signature", EXAMPLE.replace("0055627c", "0055627d")],
    ["another signature of the last chunk", EXAMPLE.replace("b6c6ea8a", "b6c6ea8b")],
    ["no signature", EXAMPLE.replaceAll(/;chunk-signature=[0-9a-f]*/g, "")],
    ["a missing chunk", EXAMPLE.replace(/400;[^\r]*\r\na*\r\n/, "")],
  ])("rejects %s", async (_, body) => {
    await expect(decode(Buffer.from(body), [], CHAIN)).rejects.toMatchObject({
      code: "SignatureDoesNotMatch",
    });
  });

  const sign = (previous: string, algorithm: string, hashes: string) =>
    hmac(CHAIN.signingKey, [algorithm, CHAIN.date, CHAIN.scope, previous, hashes].join("\n")).toString("hex");
  const chunk = (previous: string, data: string) =>
    sign(previous, "AWS4-HMAC-SHA256-PAYLOAD", `${sha256Hex("")}\n${sha256Hex(data)}`);
  const first = chunk(CHAIN.seed, "hello");
  const last = chunk(first, "");
  const trailer = sign(last, "AWS4-HMAC-SHA256-TRAILER", sha256Hex("x-amz-checksum-crc32:NhCmhg==\n"));
  const withTrailer = (value: string, signature: string) =>
    Buffer.from(
      `5;chunk-signature=${first}\r\nhello\r\n0;chunk-signature=${last}\r\n` +
        `x-amz-checksum-crc32:${value}\r\nx-amz-trailer-signature:${signature}\r\n\r\n`,
    );

  test("accepts signed trailers", async () => {
    const { bytes, trailers } = await decode(withTrailer("NhCmhg==", trailer), [], CHAIN);
    expect(bytes.toString()).toBe("hello");
    expect(trailers).toEqual({ "x-amz-checksum-crc32": "NhCmhg==" });
  });

  test.each([
    ["a changed value", withTrailer("AAAAAA==", trailer)],
    ["another signature", withTrailer("NhCmhg==", last)],
  ])("rejects trailers with %s", async (_, body) => {
    await expect(decode(body, [], CHAIN)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
  });
});

describe("decodeChunks with unsigned chunks", () => {
  test("returns the bytes and the trailers for pieces of any size", async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.array(fc.nat(200)), async (parts, pieces) => {
        const framed = parts.flatMap((part) => [
          Buffer.from(`${part.length.toString(16)}\r\n`),
          part,
          Buffer.from("\r\n"),
        ]);
        const body = Buffer.concat([...framed, Buffer.from("0\r\nX-Amz-Checksum-CRC32: abc=\r\n\r\n")]);
        const { bytes, trailers } = await decode(body, pieces);
        expect(bytes).toEqual(Buffer.concat(parts));
        expect(trailers).toEqual({ "x-amz-checksum-crc32": "abc=" });
      }),
    );
  });

  test.each([
    ["an empty body", "", "IncompleteBody"],
    ["a size without a line break", "5", "IncompleteBody"],
    ["an invalid size", "x\r\nhello\r\n0\r\n\r\n", "InvalidRequest"],
    ["a chunk shorter than its size", "6\r\nhello", "IncompleteBody"],
    ["a chunk longer than its size", "4\r\nhello\r\n0\r\n\r\n", "InvalidRequest"],
    ["no last chunk", "5\r\nhello\r\n", "IncompleteBody"],
  ])("rejects %s", async (_, body, code) => {
    await expect(decode(Buffer.from(body), [])).rejects.toMatchObject({ code });
  });
});
