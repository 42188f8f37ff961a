/**
 * Whether API Gateway treats content of this type as binary. `binaryMediaTypes` holds exact types, or a `*`
 * for the subtype, or for both. Parameters such as charset do not count.
 */
export function isBinary(binaryMediaTypes: readonly string[], contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType ?? "");
  return binaryMediaTypes.some((entry) => {
    // In OpenAPI documents the slash is written as in a JSON Pointer; CDK passes that on.
    const type = entry.replace("~1", "/").toLowerCase();
    if (type === "*/*" || type === mediaType) return true;
    return type.endsWith("/*") && mediaType.startsWith(type.slice(0, -1));
  });
}

/** The media type of a Content-Type header, without parameters and in lower case. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The first media type of an Accept header: API Gateway looks at no other. */
export function firstAccepted(accept: string | undefined): string | undefined {
  return accept?.split(",")[0];
}

/**
 * Whether the answer may be compressed with gzip. As API Gateway documents it, the content coding with the
 * highest priority must be one that it supports, and without Accept-Encoding nothing is compressed.
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
