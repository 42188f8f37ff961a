/**
 * The files that the documentation page loads, in this order, by their name at `/docs/{asset}`. The bytes behind a name
 * with a version in it never change.
 */
export const docsAssets = {
  "swagger-ui-5.35.0.css": { file: "swagger-ui.css", mediaType: "text/css", immutable: true },
  "page.css": { file: "page.css", mediaType: "text/css", immutable: false },
  "swagger-ui-5.35.0.js": { file: "swagger-ui-bundle.js", mediaType: "text/javascript", immutable: true },
  "start.js": { file: "start.js", mediaType: "text/javascript", immutable: false },
} as const;
