import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * IPv4 addresses without public servers: IANA's IPv4 Special-Purpose Address Registry, multicast (RFC 5771) and
 * reserved addresses (RFC 1112). The few networks of the registry that are globally reachable serve no videos.
 */
const specialIpv4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8], // this network; Linux connects 0.0.0.0 to itself
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, with the metadata of EC2 and ECS
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/**
 * IPv6 addresses without public servers inside 2000::/3, the only IPv6 space that is assigned to networks (IANA,
 * "Internet Protocol Version 6 Address Space"). Loopback, ULA (with EC2's metadata), link-local, multicast, NAT64,
 * IPv4-mapped and IPv4-compatible addresses are outside of it. All of these are refused, whatever IPv4 address they
 * contain.
 */
const specialIpv6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23], // protocol assignments: Teredo, benchmarking, ORCHID, AMT
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
];

const special = new BlockList();
for (const [network, prefix] of specialIpv4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of specialIpv6) special.addSubnet(network, prefix, "ipv6");

const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");

/** Returns true for a literal IP address of the public Internet. */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return isIPv6(address) && unicast.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Returns true for a literal IP address in 127.0.0.0/8 and for `::1`, but not for IPv4-mapped IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (isIPv4(address) && loopback.check(address, "ipv4"));
}
