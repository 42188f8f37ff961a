import { awsCredentials } from "./env.ts";

/**
 * Stands in for the AWS SDK's default credential chain in the bundles (lib/bundles.ts puts it there): on
 * Lambda credentials always come by the environment, and the chain's other links (profiles, single sign-on,
 * instance metadata) are a third of a bundle and a sixth of a cold start. See docs/adr/0006.
 */
export const defaultProvider = () => async () => awsCredentials();
