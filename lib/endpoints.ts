import { contract as createCaptureSource } from "../functions/create-capture-source/contract.ts";
import { contract as createUser } from "../functions/create-user/contract.ts";
import { contract as deleteCaptureSource } from "../functions/delete-capture-source/contract.ts";
import { contract as deleteUser } from "../functions/delete-user/contract.ts";
import { contract as getCaptureSource } from "../functions/get-capture-source/contract.ts";
import { contract as getHealth } from "../functions/get-health/contract.ts";
import { contract as getMe } from "../functions/get-me/contract.ts";
import { contract as getUser } from "../functions/get-user/contract.ts";
import { contract as updateCaptureSource } from "../functions/update-capture-source/contract.ts";
import { contract as updateUser } from "../functions/update-user/contract.ts";
import type { Contract } from "../shared/http/contract.ts";
import type { Variable } from "../shared/runtime/env.ts";

/** What a function may do with the table; a transaction needs the right for each write in it. */
type TableAction =
  | "dynamodb:GetItem"
  | "dynamodb:PutItem"
  | "dynamodb:UpdateItem"
  | "dynamodb:DeleteItem";

/** One endpoint: its contract (which names its folder) and what its function gets beyond the code. */
export type Endpoint = {
  readonly contract: Contract;
  readonly tableActions: readonly TableAction[];
  /** Environment beyond that of every function of its access (see `variablesOf`). */
  readonly variables?: readonly Variable[];
};

/** THE table: every endpoint of the service, one row each. */
export const endpoints: readonly Endpoint[] = [
  { contract: getHealth, tableActions: [] },

  {
    contract: getMe,
    tableActions: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
    variables: ["ADMIN_EMAILS", "ALLOWED_EMAIL_DOMAINS"],
  },
  { contract: createUser, tableActions: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"] },
  { contract: getUser, tableActions: ["dynamodb:GetItem"] },
  { contract: updateUser, tableActions: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"] },
  { contract: deleteUser, tableActions: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"] },

  {
    contract: createCaptureSource,
    tableActions: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
  },
  { contract: getCaptureSource, tableActions: ["dynamodb:GetItem"] },
  {
    contract: updateCaptureSource,
    tableActions: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:DeleteItem"],
  },
  { contract: deleteCaptureSource, tableActions: ["dynamodb:GetItem", "dynamodb:DeleteItem"] },
];

/** The environment variables that an endpoint's function gets. */
export function variablesOf({ contract, variables = [] }: Endpoint): readonly Variable[] {
  if (contract.access === "public") return ["LOG_LEVEL", ...variables];
  return ["LOG_LEVEL", "TABLE_NAME", "OIDC_ISSUER", "OIDC_AUDIENCE", "OIDC_TRUST_EMAIL", ...variables];
}
