import { listenLoopback } from "./http/loopback-server.ts";
import { starting } from "./http/starting.ts";

/**
 * Checks a port before the slow part of the start.
 * @param command the command that starts the stack, for messages
 * @param ask sends a request. Node's fetch refuses the ports that the Fetch standard blocks, as browsers do
 * @throws Error with a sentence for the user if the port is in use or browsers refuse it
 */
export async function checkPort(
  port: number,
  command: string,
  ask: (url: string) => Promise<Response> = fetch,
): Promise<void> {
  const server = await listenLoopback({ port, handler: starting, command });
  const isReached = await ask(server.origin).then(
    () => true,
    () => false,
  );
  await server.close();
  if (isReached) return;
  throw new Error(
    `Browsers refuse port ${port}, which is reserved for another service: choose another PORT.`,
  );
}
