import { type Api, connect } from "../../client/api.ts";
import { credential } from "../sign-in/session.ts";

/** The page is at `<deployment>/api/v1/app`. */
export const deployment = `${location.origin}${location.pathname.replace(/\/api\/v1\/app\/?$/, "")}`;

/** The service's API, as who is signed in. */
export const service: Api = connect(deployment, credential);
