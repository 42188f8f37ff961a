/** The address of the deployment. Its page is at `<deployment>/api/v1/app`. */
export const deployment: string = `${location.origin}${location.pathname.replace(/\/api\/v1\/app\/?$/, "")}`;

/** The address below which the operations are. */
export const serviceUrl: string = `${deployment}/api/v1`;
