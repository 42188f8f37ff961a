/** A look-up that asks once for each key, and gives the same answer from then on; for one request's time. */
export function memoize<K, V>(lookUp: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const answers = new Map<K, Promise<V>>();
  return (key) => {
    const known = answers.get(key) ?? lookUp(key);
    answers.set(key, known);
    return known;
  };
}
