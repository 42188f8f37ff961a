import { docsAssets } from "../../shared/http/docs-assets.ts";
import { textFile } from "../../shared/http/text-file.ts";

/**
 * The page may load from and talk to its own origin alone. Swagger UI makes no styles and no scripts in the
 * page, so that nothing needs 'unsafe-inline'; the pictures of its stylesheet are data: URLs.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const headers = {
  "Content-Security-Policy": contentSecurityPolicy,
  "Referrer-Policy": "no-referrer",
} as const;

// Relative to the page, which may be under another path: of a custom domain, or of an emulator.
const names = Object.keys(docsAssets);
const links = names.map((name) =>
  name.endsWith(".css")
    ? `<link rel="stylesheet" href="docs/${name}">`
    : `<script src="docs/${name}" defer></script>`,
);

export const file = textFile(
  "text/html",
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wildlife video annotation: the API</title>
<link rel="icon" href="data:,">
${links.join("\n")}
</head>
<body>
<noscript>This page needs JavaScript. The description that it shows is openapi.json, beside it.</noscript>
<div id="docs"></div>
</body>
</html>
`,
);
