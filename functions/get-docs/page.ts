import { docsAssets } from "../../shared/http/docs-assets.ts";
import { textFile } from "../../shared/http/text-file.ts";

/**
 * The page loads scripts and styles from its own origin only, and has no inline ones. Its requests go to that origin,
 * and to the bucket when the service redirects to a file. It shows files by blob: URLs. Swagger UI's stylesheet
 * contains pictures as data: URLs.
 */
function contentSecurityPolicy(mediaOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src blob:",
    `connect-src 'self' ${mediaOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// The links are relative, because a custom domain or an emulator may serve the page below another path.
const names = Object.keys(docsAssets);
const links = names.map((name) =>
  name.endsWith(".css")
    ? `<link rel="stylesheet" href="docs/${name}">`
    : `<script src="docs/${name}" defer></script>`,
);

const file = textFile(
  "text/html",
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wildlife video annotation: try the API</title>
<link rel="icon" href="data:,">
${links.join("\n")}
</head>
<body>
<noscript>This page needs JavaScript. Without it, read <a href="openapi.json">openapi.json</a>, which it shows.</noscript>
<div id="docs"></div>
</body>
</html>
`,
);

/**
 * Returns the response with the page.
 * @param mediaOrigin the origin of the service's signed URLs
 */
export function page(mediaOrigin: string) {
  const headers = {
    "Content-Security-Policy": contentSecurityPolicy(mediaOrigin),
    "Referrer-Policy": "no-referrer",
  };
  return { status: 200, headers, file } as const;
}
