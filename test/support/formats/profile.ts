import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

const folder = path.join(import.meta.dirname, "../../../shared/formats/camtrap-dp/schemas");

/** Reads a schema of draft 4, and replaces the two keywords that ajv would refuse. */
function schema(file: string, id: string): object {
  const { $schema: _draft, id: _id, ...rest } = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
  return { ...rest, $id: id };
}

const ajv = new Ajv({ strict: false, allErrors: true, formats: { textarea: true } });
addFormats.default(ajv);
ajv.addSchema(schema("data-package.json", "https://specs.frictionlessdata.io/schemas/data-package.json"));
ajv.addSchema(schema("geojson.json", "http://json.schemastore.org/geojson.json"));
const validate = ajv.compile(schema("camtrap-dp-profile.json", "https://profile.example/camtrap-dp.json"));

/** Returns the errors that the official profile finds in a datapackage.json. */
export function profileFaults(descriptor: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(descriptor)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
