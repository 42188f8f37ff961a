/**
 * Returns true if API Gateway treats content of this type as binary. `binaryMediaTypes` contains exact types, or `*` as
 * the subtype or as both parts. Ignores parameters such as charset.
 */
export function isBinary(binaryMediaTypes: readonly string[], contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType ?? "");
  return binaryMediaTypes.some((entry) => {
    // Templates write the slash as `~1`, as in a JSON Pointer.
    const type = entry.replace("~1", "/").toLowerCase();
    if (type === "*/*" || type === mediaType) return true;
    return type.endsWith("/*") && mediaType.startsWith(type.slice(0, -1));
  });
}

/** Returns the media type of a Content-Type header, without parameters and in lower case. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Returns the first media type of an Accept header. API Gateway ignores the other types. */
export function firstAccepted(accept: string | undefined): string | undefined {
  return accept?.split(",")[0];
}

/**
 * Returns true if the response may be compressed with gzip, that is if gzip has the highest priority in Accept-Encoding.
 * According to its documentation, API Gateway supports only this coding, and compresses nothing without the header.
 */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  const codings = (acceptEncoding ?? "").split(",").map((part) => {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { coding, priority: q === undefined ? 1 : Number(q) };
  });
  const highest = Math.max(...codings.map(({ priority }) => priority));
  const preferred = codings.find(({ priority }) => priority === highest);
  return preferred?.coding === "gzip" && preferred.priority > 0;
}
