import { isIP, type LookupFunction } from "node:net";

/** A resolver that returns each answer once and then always the last one. `asked` has the names of all look-ups. */
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
