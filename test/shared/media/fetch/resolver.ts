import { isIP, type LookupFunction } from "node:net";

/**
 * Makes a resolver that returns the answers in order and then repeats the last one. `asked` lists the looked-up names.
 */
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
