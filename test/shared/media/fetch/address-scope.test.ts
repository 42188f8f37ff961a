import fc from "fast-check";
import { expect, test } from "vitest";
import { isGlobalAddress, isLoopbackAddress } from "../../../../shared/media/fetch/address-scope.ts";
import { checkSourceUrl } from "../../../../shared/media/fetch/check-source-url.ts";
import { ipv4Spellings, ipv6Spellings, specialRanges, within } from "./special-ranges.ts";

test.each([
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255"],
  ...["192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0"],
  ...["203.0.112.255", "203.0.114.0", "223.255.255.255"],
  ...["2001:200::", "2001:4860:4860::8888", "2001:db7::1", "2001:db9::1", "2003::1", "2600:1f00::1"],
  ...["2606:4700::1111", "2a05:d014::1", "3ffe:ffff::1", "3fff:1000::1"],
])("accepts %s as a public address", (address) => {
  expect(isGlobalAddress(address)).toBe(true);
});

test.each([
  ...["169.254.169.254", "169.254.170.2", "100.100.100.200", "255.255.255.255", "0.0.0.0"],
  ...["fd00:ec2::254", "::", "::1", "fe80::1", "fe80::1%eth0", "ff02::1", "100::1"],
  ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::8.8.8.8", "::ffff:0:10.0.0.1", "64:ff9b::169.254.169.254"],
  ...["64:ff9b::8.8.8.8", "64:ff9b:1::10.0.0.1", "2002:7f00:1::", "2001:0:7f00:1::", "fec0::1", "5f00::1"],
  ...["", "localhost", "127.1", "0x08080808", "8.8.8.8.", " 8.8.8.8", "8.8.8", "[2606:4700::1111]"],
])("rejects %j as a public address", (address) => {
  expect(isGlobalAddress(address)).toBe(false);
});

test.each([
  ["127.0.0.1", true],
  ["127.255.255.255", true],
  ["::1", true],
  ["126.255.255.255", false],
  ["0.0.0.0", false],
  ["::ffff:127.0.0.1", false],
  ["64:ff9b::127.0.0.1", false],
  ["localhost", false],
])("isLoopbackAddress() of %s is %s", (address, isLoopback) => {
  expect(isLoopbackAddress(address)).toBe(isLoopback);
});

test.each(specialRanges)("rejects every address of $network/$prefix ($name) in every spelling", (range) => {
  const spellingsOf = range.bits === 32 ? ipv4Spellings : ipv6Spellings;
  fc.assert(
    fc.property(within(range).map(spellingsOf), fc.nat(), ({ canonical, spellings }, choice) => {
      expect(isGlobalAddress(canonical)).toBe(false);
      const url = new URL(`https://${spellings[choice % spellings.length]}/video.mp4`);
      expect(() => checkSourceUrl(url, { allowedOrigins: [] })).toThrow("not public");
    }),
    { numRuns: 60 },
  );
});
