import * as z from "zod/mini";
import { identified, registered, registeredOrSite } from "../auth/authentication.ts";
import { tokenVerifier } from "../auth/verify-token.ts";
import { Role } from "../domain/person/role.ts";
import type { SiteCaller } from "../domain/person/site-key.ts";
import type { Identity, User } from "../domain/person/user.ts";
import type { Contract, Responses } from "../http/contract.ts";
import { oidcSettings, roleSetting, tableName } from "../runtime/env.ts";
import { openTable, type Table } from "../table/table.ts";
import { callers, siteCallers } from "./callers.ts";
import { endpoint, type Handler, type Run } from "./endpoint.ts";

/** Builds an endpoint's logic on the service's table. */
type Wire<P, Q, B, R extends Responses, C> = (table: Table) => Run<P, Q, B, R, C>;

/** The Lambda handler of an endpoint for users with the contract's role. */
export function serve<P, Q, B, R extends Responses>(
  contract: Contract<P, Q, B, R, Role>,
  wire: Wire<P, Q, B, R, User>,
): Handler {
  const table = openTable(tableName());
  const authenticate = registered(leastRole(contract), tokenVerifier(oidcSettings()), callers(table));
  return endpoint(contract, wire(table), authenticate);
}

/** The Lambda handler of an endpoint for users with the contract's role and for site keys. */
export function serveWithSites<P, Q, B, R extends Responses>(
  contract: Contract<P, Q, B, R, `${Role} or site`>,
  wire: Wire<P, Q, B, R, User | SiteCaller>,
): Handler {
  const table = openTable(tableName());
  const role = z.parse(Role, contract.access.replace(" or site", ""));
  const authenticate = registeredOrSite(role, tokenVerifier(oidcSettings()), siteCallers(table));
  return endpoint(contract, wire(table), authenticate);
}

/** The Lambda handler of an endpoint for callers with a valid token, whether or not they are registered. */
export function serveIdentified<P, Q, B, R extends Responses>(
  contract: Contract<P, Q, B, R, "identified">,
  wire: Wire<P, Q, B, R, Identity>,
): Handler {
  const table = openTable(tableName());
  return endpoint(contract, wire(table), identified(tokenVerifier(oidcSettings()), callers(table)));
}

/** The role of the contract, or the one that the deployment sets instead. */
function leastRole({ access, roleSetting: setting }: Pick<Contract, "roleSetting"> & { access: Role }): Role {
  return z.parse(Role, (setting && roleSetting(setting)) ?? access);
}
