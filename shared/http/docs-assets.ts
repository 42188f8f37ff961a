/**
 * What the documentation page loads, in this order, by the name that it has at `/docs/{asset}`. A name with a
 * version in it stands for the same bytes for ever.
 */
export const docsAssets = {
  "swagger-ui-5.35.0.css": { file: "swagger-ui.css", mediaType: "text/css", immutable: true },
  "swagger-ui-5.35.0.js": { file: "swagger-ui-bundle.js", mediaType: "text/javascript", immutable: true },
  "start.js": { file: "start.js", mediaType: "text/javascript", immutable: false },
} as const;
