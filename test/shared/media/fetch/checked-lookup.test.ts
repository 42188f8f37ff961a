import { once } from "node:events";
import http from "node:http";
import type { LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isGlobalAddress } from "../../../../shared/media/fetch/address-scope.ts";
import { checkedLookup } from "../../../../shared/media/fetch/checked-lookup.ts";
import { answer, type RawServer, startRawServer } from "./raw-server.ts";
import { resolver } from "./resolver.ts";

/** A server on every address of this machine, which counts the connections to all of them. */
let everywhere: RawServer;
let before = 0;
beforeAll(async () => {
  everywhere = await startRawServer((socket) => socket.end(answer(200, [])), "0.0.0.0");
});
beforeEach(() => {
  before = everywhere.connections();
});
afterAll(() => everywhere.close());

const forbidden = ["127.0.0.1", "127.0.0.2", "127.255.255.254", "0.0.0.0"];

test.each(forbidden)("a lookup without the check leads to a connection to %s", async (address) => {
  expect(await get(resolver([address]).resolve)).toBe(200);
  expect(everywhere.connections()).toBe(before + 1);
});

test.each([
  ...forbidden.map((address) => [address]),
  ["::1"],
  ["::"],
  ["::ffff:127.0.0.1"],
  ["::ffff:7f00:1"],
  ["::127.0.0.1"],
  ["64:ff9b::127.0.0.1"],
  ["169.254.169.254"],
  ["fd00:ec2::254"],
  ["8.8.8.8", "127.0.0.1"],
  ["127.0.0.1", "8.8.8.8"],
  ["2606:4700::1111", "8.8.8.8", "127.0.0.2"],
  ["no address"],
  [],
])(
  "a checked lookup that finds the addresses %j, %j, %j is refused without a connection",
  async (...addresses) => {
    await expect(get(checkedLookup(resolver(addresses).resolve, isGlobalAddress))).rejects.toMatchObject({
      name: "SourceError",
      reason: "refused",
    });
    expect(everywhere.connections()).toBe(before);
  },
);

test("a checked lookup resolves the name once per connection and returns the checked address", async () => {
  const { resolve, asked } = resolver(["127.0.0.1"], ["0.0.0.0"]);
  const lookup = checkedLookup(resolve, (address) => address === "127.0.0.1");
  expect(await get(lookup)).toBe(200);
  expect(asked).toEqual(["rebind.test"]);
  await expect(get(lookup)).rejects.toMatchObject({ reason: "refused" });
  expect(everywhere.connections()).toBe(before + 1);
});

test("a checked lookup checks all addresses, even if only one is requested", async () => {
  const ask = (addresses: string[]) =>
    new Promise((resolve) =>
      checkedLookup(resolver(addresses).resolve, isGlobalAddress)("a.test", {}, (...answered) =>
        resolve(answered),
      ),
    );
  expect(await ask(["8.8.8.8", "1.1.1.1"])).toEqual([null, "8.8.8.8", 4]);
  expect(await ask(["8.8.8.8", "10.0.0.1"])).toMatchObject([{ reason: "refused" }, []]);
});

test("a checked lookup passes on an error of the resolver", async () => {
  const failing: LookupFunction = (_name, _options, callback) =>
    callback(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
  await expect(get(checkedLookup(failing, isGlobalAddress))).rejects.toMatchObject({ code: "ENOTFOUND" });
});

async function get(lookup: LookupFunction): Promise<number | undefined> {
  const request = http.get({ host: "rebind.test", port: everywhere.port, lookup, agent: false });
  const [message] = (await once(request, "response")) as [http.IncomingMessage];
  message.resume();
  return message.statusCode;
}
