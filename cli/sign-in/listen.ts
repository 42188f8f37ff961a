import { once } from "node:events";
import { createServer, type Server } from "node:http";

/** An address on this computer to which a browser brings the response to a sign-in request. */
export type Listener = {
  readonly callback: string;
  readonly servers: readonly Server[];
  readonly close: () => void;
};

/**
 * Listens on the first of these addresses whose port is free.
 * @throws Error with a sentence for the person if none is
 */
export async function listenOnFirst(callbacks: readonly string[]): Promise<Listener> {
  const ports = callbacks.map((callback) => Number(new URL(callback).port));
  for (const [i, port] of ports.entries()) {
    const servers = await listen(port);
    const callback = callbacks[i];
    if (servers && callback) return { callback, servers, close: () => close(servers) };
  }
  throw new Error(
    `The ports ${ports.join(", ")} of this computer are in use, and the issuer allows no others. ` +
      "Finish or stop the commands that wait for a sign-in, then run this command again.",
  );
}

/**
 * Listens on both loopback addresses, since browsers choose one of them for `localhost`. A port counts as taken when
 * another program listens on one of the two, since that program could get the answer.
 */
async function listen(port: number): Promise<Server[] | undefined> {
  const servers: Server[] = [];
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer();
    server.listen({ port, host });
    try {
      await once(server, "listening");
      servers.push(server);
    } catch (error) {
      // This computer has no IPv6, or no IPv4.
      if (isMissingAddress(error)) continue;
      close(servers);
      return undefined;
    }
  }
  return servers.length > 0 ? servers : undefined;
}

function isMissingAddress(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(`${error.code}`)
  );
}

function close(servers: readonly Server[]): void {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
}
