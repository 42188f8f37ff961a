import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** True on Linux, where all of 127.0.0.0/8 is loopback. Other systems have only 127.0.0.1. */
export const hasOtherAddresses = process.platform === "linux";

/** Sends a GET from one of this machine's addresses, over a new connection. */
export async function getFrom(localAddress: string, url: string, headers: Record<string, string> = {}) {
  const sent = request(url, { localAddress, headers, agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
