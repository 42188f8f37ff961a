import { writeFileSync } from "node:fs";
import path from "node:path";
import { endpoints } from "../lib/endpoints.ts";
import { openApiDocument } from "../shared/openapi/document.ts";

/** Writes docs/openapi.json, the description of the API that is committed and served. */
const file = path.join(import.meta.dirname, "../docs/openapi.json");
const document = openApiDocument(endpoints.map(({ contract }) => contract));
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`Wrote ${endpoints.length} operations to ${file}.`);
