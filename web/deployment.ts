/** The address of the deployment. The page is at `<deployment>/api/v1/app`. */
export const deployment: string = `${location.origin}${location.pathname.replace(/\/api\/v1\/app\/?$/, "")}`;

/** The base URL of the API's operations. */
export const serviceUrl: string = `${deployment}/api/v1`;
