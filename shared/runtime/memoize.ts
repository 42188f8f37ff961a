/**
 * Looks up each key only once, and returns the same result from then on. A look-up that failed is made again. Use it for
 * the time of one request.
 */
export function memoize<K, V>(lookUp: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const results = new Map<K, Promise<V>>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = lookUp(key);
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
}
