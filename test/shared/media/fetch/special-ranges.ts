import fc from "fast-check";

export type Range = {
  readonly name: string;
  readonly network: string;
  readonly prefix: number;
  readonly bits: 32 | 128;
  readonly start: bigint;
};

/**
 * Address ranges that are not public, written from the registries and independently of the list in the code under test.
 */
export const specialRanges: readonly Range[] = [
  v4("this network", 0, 0, 0, 0, 8),
  v4("private", 10, 0, 0, 0, 8),
  v4("shared", 100, 64, 0, 0, 10),
  v4("loopback", 127, 0, 0, 0, 8),
  v4("link-local", 169, 254, 0, 0, 16),
  v4("private", 172, 16, 0, 0, 12),
  v4("protocol assignments", 192, 0, 0, 0, 24),
  v4("TEST-NET-1", 192, 0, 2, 0, 24),
  v4("6to4 relay", 192, 88, 99, 0, 24),
  v4("private", 192, 168, 0, 0, 16),
  v4("benchmarking", 198, 18, 0, 0, 15),
  v4("TEST-NET-2", 198, 51, 100, 0, 24),
  v4("TEST-NET-3", 203, 0, 113, 0, 24),
  v4("multicast", 224, 0, 0, 0, 4),
  v4("reserved", 240, 0, 0, 0, 4),
  v4("broadcast", 255, 255, 255, 255, 32),
  v6("unspecified", "::", 0n, 128),
  v6("loopback", "::1", 1n, 128),
  v6("IPv4-compatible", "::", 0n, 96),
  v6("IPv4-mapped", "::ffff:0:0", 0xffffn << 32n, 96),
  v6("IPv4-translated", "::ffff:0:0:0", 0xffffn << 48n, 96),
  v6("NAT64", "64:ff9b::", 0x64_ff9bn << 96n, 96),
  v6("local NAT64", "64:ff9b:1::", 0x64_ff9b_0001n << 80n, 48),
  v6("discard", "100::", 0x100n << 112n, 64),
  v6("Teredo", "2001::", 0x2001n << 112n, 32),
  v6("benchmarking", "2001:2::", 0x2001_0002n << 96n, 48),
  v6("ORCHID", "2001:10::", 0x2001_0010n << 96n, 28),
  v6("ORCHIDv2", "2001:20::", 0x2001_0020n << 96n, 28),
  v6("documentation", "2001:db8::", 0x2001_0db8n << 96n, 32),
  v6("6to4", "2002::", 0x2002n << 112n, 16),
  v6("documentation", "3fff::", 0x3fffn << 112n, 20),
  v6("SRv6 SIDs", "5f00::", 0x5f00n << 112n, 16),
  v6("unique local", "fc00::", 0xfc00n << 112n, 7),
  v6("link-local", "fe80::", 0xfe80n << 112n, 10),
  v6("site-local", "fec0::", 0xfec0n << 112n, 10),
  v6("multicast", "ff00::", 0xff00n << 112n, 8),
];

export function within({ start, bits, prefix }: Range): fc.Arbitrary<bigint> {
  const last = (1n << BigInt(bits - prefix)) - 1n;
  // A wrong prefix shows at the ends of a range.
  const offset = fc.oneof(fc.constantFrom(0n, last), fc.bigInt({ min: 0n, max: last }));
  return offset.map((at) => start + at);
}

type Spellings = { readonly canonical: string; readonly spellings: readonly string[] };

/** Spellings of IPv4 that the URL parser accepts (WHATWG URL, section 3.5): any base, one to four parts, full-width digits. */
export function ipv4Spellings(address: bigint): Spellings {
  const parts = [24n, 16n, 8n, 0n].map((shift) => Number((address >> shift) & 255n));
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const canonical = parts.join(".");
  const spellings = [
    canonical,
    `${canonical}.`,
    `${address}`,
    `0x${address.toString(16)}`,
    `0X${address.toString(16).toUpperCase()}`,
    `0${address.toString(8)}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    parts.map((part) => `0x${part.toString(16)}`).join("."),
    parts.map((part) => `0${part.toString(8)}`).join("."),
    parts.map((part) => `0000${part.toString(8)}`).join("."),
    `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
    [...canonical]
      .map((char) => (char === "." ? "。" : String.fromCodePoint(0xff10 + Number(char))))
      .join(""),
    [...canonical].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(""),
    `${canonical}:443`,
  ];
  return { canonical, spellings };
}

export function ipv6Spellings(address: bigint): Spellings {
  const groups = Array.from({ length: 8 }, (_, i) => (address >> BigInt(112 - 16 * i)) & 0xffffn);
  const canonical = groups.map((group) => group.toString(16)).join(":");
  const tail = ipv4Spellings(address & 0xffff_ffffn).canonical;
  const spellings = [
    canonical,
    canonical.toUpperCase(),
    groups.map((group) => group.toString(16).padStart(4, "0")).join(":"),
    `${canonical.split(":").slice(0, 6).join(":")}:${tail}`,
    canonical.replace(/(^|:)0(:0)+(:|$)/, "::"),
  ].map((text) => `[${text}]`);
  return { canonical, spellings: [...spellings, `${spellings[0]}:443`] };
}

function v4(name: string, a: number, b: number, c: number, d: number, prefix: number): Range {
  const start = BigInt(((a * 256 + b) * 256 + c) * 256 + d);
  return { name, network: [a, b, c, d].join("."), prefix, bits: 32, start };
}

function v6(name: string, network: string, start: bigint, prefix: number): Range {
  return { name, network, prefix, bits: 128, start };
}
