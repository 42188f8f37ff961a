import { isIP, type LookupFunction } from "node:net";

/** A resolver that gives each answer once, and the last for ever; it keeps the names that it was asked for. */
export function resolver(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: LookupFunction = (hostname, _, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    setImmediate(() =>
      callback(
        null,
        answer.map((address) => ({ address, family: isIP(address) })),
      ),
    );
  };
  return { resolve, asked };
}
