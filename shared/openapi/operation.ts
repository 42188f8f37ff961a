import * as z from "zod/mini";
import { roles } from "../domain/person/role.ts";
import { type Access, type Contract, nothing } from "../http/contract.ts";
import { exampleOf, variantsOf } from "./examples.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";
import { parametersOf } from "./parameters.ts";
import { problemRefs } from "./problems.ts";
import { successesOf } from "./successes.ts";
import { tagOf } from "./tags.ts";

/** An endpoint as an operation of OpenAPI 3.1. */
export function operationOf(contract: Contract, schemas: JsonSchemas): object {
  const { operationId, summary, description = "", access, roleSetting, body } = contract;
  return {
    operationId,
    tags: [tagOf(operationId)],
    summary,
    description: `${description}\n\n${whoMay(access, roleSetting)}`.trimStart(),
    security: securityOf(access),
    parameters: parametersOf(contract, schemas),
    ...(body === nothing ? {} : { requestBody: requestBody(body, schemas) }),
    responses: { ...successesOf(contract, schemas), ...problemRefs(contract) },
  };
}

function requestBody(body: Contract["body"], schemas: JsonSchemas): object {
  const schema = schemas.convert(body, "input");
  return {
    required: !z.safeParse(body, undefined).success,
    content: { "application/json": { schema, ...examplesOf(schema, schemas) } },
  };
}

/** The example of a body, or an example of each form that the body can have. */
function examplesOf(schema: JsonSchema, { components }: JsonSchemas): object {
  const variants = variantsOf(schema);
  if (variants.length === 0) return { example: exampleOf(schema, components) };
  const examples = variants.map((variant) => [nameOf(variant), { value: exampleOf(variant, components) }]);
  return { examples: Object.fromEntries(examples) };
}

/** The component's id, in words. */
function nameOf({ $ref = "" }: JsonSchema): string {
  const words = $ref
    .slice($ref.lastIndexOf("/") + 1)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.trim();
}

function whoMay(access: Access, setting: Contract["roleSetting"]): string {
  if (access === "public") return "Open to everyone, without a credential.";
  if (access === "identified") return "For every person with a valid token.";
  const [role = "", site] = access.split(" or ");
  const users = `For users with the role \`${role}\`${role === roles.at(-1) ? "" : " or a higher one"}.`;
  if (setting) return `${users} A deployment can set another role (parameter \`${setting}\`).`;
  return site === undefined ? users : `${users} Also for the site key of the capture source.`;
}

/** The name of the only security scheme. Tokens and site keys are sent in the same way. */
export const credential = "tokenOrSiteKey";

/**
 * One requirement for each kind of caller: the minimum role of users, and `site` if site keys are accepted. OpenAPI 3.1
 * lets schemes other than OAuth 2 name roles.
 */
function securityOf(access: Access): readonly object[] {
  if (access === "public") return [];
  if (access === "identified") return [{ [credential]: [] }];
  return access.split(" or ").map((role) => ({ [credential]: [role] }));
}
