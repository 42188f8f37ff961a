import * as z from "zod/mini";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-app-settings",
  method: "GET",
  path: "/app/settings",
  summary: "Get the settings that a page or program needs to sign a person in.",
  access: "public",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: {
    200: z
      .strictObject({
        issuer: z.string().check(
          z.meta({
            description:
              "URL of the OpenID Connect issuer. The issuer's discovery document has its other URLs.",
            examples: ["https://issuer.example"],
          }),
        ),
        client_id: z.string().check(
          z.meta({
            description: "The client id to use for signing in.",
            examples: ["wildlife-video-annotation"],
          }),
        ),
        scope: z
          .string()
          .check(z.meta({ description: "The scopes to request.", examples: ["openid email profile"] })),
      })
      .check(z.meta({ id: "AppSettings" })),
  },
  faults: [],
});
