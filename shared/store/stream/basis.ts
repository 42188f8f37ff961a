/**
 * The values of a stream that its annotations are made from (see `changeBasis`): its start, in milliseconds since 1970,
 * and its capture source.
 */
export function streamBasis(startMs: number, source: number): string {
  return `${startMs}#${source}`;
}
