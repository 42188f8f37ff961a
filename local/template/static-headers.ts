/**
 * Reads the mappings of response headers, all of which must have static values, in single quotes.
 * @param prefix beginning of the mappings' targets, such as `method.response.header.`
 * @throws Error for another mapping
 */
export function staticHeaders(
  mappings: Readonly<Record<string, string>>,
  prefix: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mappings).map(([target, source]) => {
      const value = /^'(.*)'$/s.exec(source)?.[1];
      if (target.startsWith(prefix) && value !== undefined) return [target.slice(prefix.length), value];
      throw new Error(`the local gateway supports only static headers, not ${target} = ${source}`);
    }),
  );
}
