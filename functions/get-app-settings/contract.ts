import * as z from "zod/mini";
import { described } from "../../shared/domain/wire/described.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-app-settings",
  method: "GET",
  path: "/app/settings",
  summary: "Get the settings that a page or program needs to sign a person in.",
  access: "public",
  responses: {
    200: z
      .strictObject({
        issuer: described(
          z.string(),
          "URL of the OpenID Connect issuer. The issuer's discovery document has its other URLs.",
          "https://issuer.example",
        ),
        client_id: described(z.string(), "The client id to use for signing in.", "wildlife-video-annotation"),
        scope: described(z.string(), "The scopes to request.", "openid email profile"),
      })
      .check(z.meta({ id: "AppSettings" })),
  },
});
