import { awsCredentials } from "./env.ts";

/**
 * Replaces the AWS SDK's default credential chain in the bundles (see lib/bundles.ts). On Lambda, credentials
 * always come from the environment. The other providers of the chain (profiles, single sign-on, instance
 * metadata) are a third of a bundle and a sixth of a cold start. See docs/adr/0006.
 */
export const defaultProvider = () => async () => awsCredentials();
