/**
 * Looks up each key only once, and then returns the same result. A failed look-up is repeated at the next call. Use it
 * within one request.
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
