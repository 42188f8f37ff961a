import * as z from "zod/mini";
import { roles } from "../domain/role.ts";
import { type Access, type Contract, nothing } from "../http/contract.ts";
import type { JsonSchemas } from "./json-schemas.ts";
import { parametersOf } from "./parameters.ts";
import { problemRefs } from "./problems.ts";
import { successesOf } from "./successes.ts";

/** An endpoint as an operation of OpenAPI 3.1. */
export function operationOf(contract: Contract, schemas: JsonSchemas): object {
  const { operationId, path, summary, access, body } = contract;
  return {
    operationId,
    tags: [path.split("/")[1]],
    summary,
    description: whoMay(access),
    security: securityOf(access),
    parameters: parametersOf(contract, schemas),
    ...(body === nothing ? {} : { requestBody: requestBody(body, schemas) }),
    responses: { ...successesOf(contract, schemas), ...problemRefs(contract) },
  };
}

function requestBody(body: Contract["body"], schemas: JsonSchemas): object {
  return {
    required: !z.safeParse(body, undefined).success,
    content: { "application/json": { schema: schemas.convert(body, "input") } },
  };
}

function whoMay(access: Access): string {
  if (access === "public") return "For everybody.";
  if (access === "identified") return "For everybody with a token whom the service lets in.";
  const [role = "", site] = access.split(" or ");
  const users = `For users with the role \`${role}\`${role === roles.at(-1) ? "" : " or one above it"}.`;
  return site === undefined ? users : `${users} Also for a site key, on its own capture source.`;
}

/** OpenAPI 3.1 lets a scheme other than OAuth2 name the roles that are needed. */
function securityOf(access: Access): readonly object[] {
  if (access === "public") return [];
  if (access === "identified") return [{ token: [] }];
  const [role, site] = access.split(" or ");
  return [{ token: [role] }, ...(site === undefined ? [] : [{ siteKey: [] }])];
}
