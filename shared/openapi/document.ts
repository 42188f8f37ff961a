import type { Contract } from "../http/contract.ts";
import { Problem } from "../http/problem.ts";
import { answerHeaders } from "./headers.ts";
import { jsonSchemas } from "./json-schemas.ts";
import { credential, operationOf } from "./operation.ts";
import { headerParameters } from "./parameters.ts";
import { problemResponses } from "./problems.ts";
import { placeOf, tags } from "./tags.ts";

/** Builds the description of the API (OpenAPI 3.1) from the contracts. It is the same for every deployment. */
export function openApiDocument(contracts: readonly Contract[]): object {
  const schemas = jsonSchemas();
  const paths: Record<string, Record<string, object>> = {};
  const inOrder = contracts.toSorted((a, b) => placeOf(a.operationId) - placeOf(b.operationId));
  for (const contract of inOrder) {
    const operation = { [contract.method.toLowerCase()]: operationOf(contract, schemas) };
    paths[contract.path] = { ...paths[contract.path], ...operation };
  }
  schemas.convert(Problem, "output");
  return {
    openapi: "3.1.0",
    info: { title: "Wildlife video annotation", version: "1", description },
    servers: [{ url: "/api/v1" }],
    tags: tags.map(({ operations, ...tag }) => ({ ...tag, "x-operations": operations })),
    paths,
    components: {
      securitySchemes: { [credential]: securityScheme },
      schemas: schemas.components,
      parameters: Object.fromEntries(
        Object.entries(headerParameters).map(([name, parameter]) => [name, { name, ...parameter }]),
      ),
      headers: answerHeaders,
      responses: problemResponses(),
    },
  };
}

const description = `This service keeps what cameras in the field record and what people see in it. A **capture
source** is a camera. A **video stream** is video that it recorded or is recording. An **annotation** labels what is
seen at a moment of a stream, and people vote for its **species**.

**Sign in.** Send your token in the header \`Authorization: Bearer <token>\`. Begin with \`GET /users/me\`: the first
call registers you. Your permissions depend on your role: \`readonly\`, \`annotator\`, \`curator\` or
\`admin\`. Each role includes the permissions of those before it. The computer beside a camera sends a site key.

**Lists** are returned in pages: \`limit\` and \`offset\` select a page, and \`total\` is the number of all records.

**Errors** are problem documents (RFC 9457). A problem lists every error in the request, at most 100 of them, each
with a pointer to the field. A field or query parameter that is not described here is an error.

**Text** is measured in Unicode code points. Web pages of any origin may call this API.`;

const securityScheme = {
  type: "http",
  scheme: "bearer",
  description:
    "A person's token (a JWT of the deployment's OpenID Connect issuer), or the site key (`wvk_<id>_<secret>`) of the computer beside a camera. The description of each operation says who may call it.",
};
