/** Looks up each key only once, and returns the same result from then on. Use it for the time of one request. */
export function memoize<K, V>(lookUp: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const results = new Map<K, Promise<V>>();
  return (key) => {
    const result = results.get(key) ?? lookUp(key);
    results.set(key, result);
    return result;
  };
}
