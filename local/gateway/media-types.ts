/**
 * Whether API Gateway treats content of this type as binary. `binaryMediaTypes` contains exact types, or `*` as the
 * subtype or as both parts. Parameters such as charset are ignored.
 */
export function isBinary(binaryMediaTypes: readonly string[], contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType ?? "");
  return binaryMediaTypes.some((entry) => {
    // OpenAPI documents write the slash as in a JSON Pointer, and CDK keeps it so.
    const type = entry.replace("~1", "/").toLowerCase();
    if (type === "*/*" || type === mediaType) return true;
    return type.endsWith("/*") && mediaType.startsWith(type.slice(0, -1));
  });
}

/** The media type of a Content-Type header, without parameters and in lower case. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The first media type of an Accept header, the only one that API Gateway reads. */
export function firstAccepted(accept: string | undefined): string | undefined {
  return accept?.split(",")[0];
}

/**
 * Whether the response may be compressed with gzip. API Gateway documents that it must support the content coding with
 * the highest priority, and that it compresses nothing without Accept-Encoding.
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
