/**
 * The files of the documentation page, in the order in which it loads them, by their names at `/docs/{asset}`. A name
 * that contains a version always has the same content.
 */
export const docsAssets = {
  "swagger-ui-5.35.0.css": { file: "swagger-ui.css", mediaType: "text/css", immutable: true },
  "page.css": { file: "page.css", mediaType: "text/css", immutable: false },
  "swagger-ui-5.35.0.js": { file: "swagger-ui-bundle.js", mediaType: "text/javascript", immutable: true },
  "start.js": { file: "start.js", mediaType: "text/javascript", immutable: false },
} as const;
