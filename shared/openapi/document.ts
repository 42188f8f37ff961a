import type { Contract } from "../http/contract.ts";
import { Problem } from "../http/problem.ts";
import { answerHeaders } from "./headers.ts";
import { jsonSchemas } from "./json-schemas.ts";
import { operationOf } from "./operation.ts";
import { headerParameters } from "./parameters.ts";
import { problemResponses } from "./problems.ts";

/** The API's description, OpenAPI 3.1, made of the contracts; the same for every deployment. */
export function openApiDocument(contracts: readonly Contract[]): object {
  const schemas = jsonSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const contract of contracts) {
    const operation = { [contract.method.toLowerCase()]: operationOf(contract, schemas) };
    paths[contract.path] = { ...paths[contract.path], ...operation };
  }
  schemas.convert(Problem, "output");
  return {
    openapi: "3.1.0",
    info: { title: "Wildlife video annotation", version: "1", description },
    // Relative to the address of the description, which is beside the operations, wherever they are.
    servers: [{ url: "../v1" }],
    tags: [...new Set(contracts.map(({ path }) => path.split("/")[1]))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas: schemas.components,
      parameters: Object.fromEntries(
        Object.entries(headerParameters).map(([name, parameter]) => [name, { name, ...parameter }]),
      ),
      headers: answerHeaders,
      responses: problemResponses(),
    },
  };
}

const description = `Cameras, the video that they make, and labelled moments of it.

Errors are problem documents (RFC 9457) with every fault of the request at once, or the first 100. Unknown fields
and query parameters are refused. Lengths of text are counted in Unicode code points. Any web origin may call.`;

const securitySchemes = {
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "A token of the OpenID Connect issuer that the deployment names. Each operation says for which roles it is.",
  },
  siteKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "wvk_<id>_<secret>",
    description: "The key of one capture source, for its own computer.",
  },
};
