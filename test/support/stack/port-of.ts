import type { Server } from "node:net";

/** The port of a server that listens on one. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not a port.");
  return address.port;
}
