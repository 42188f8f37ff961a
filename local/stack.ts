import { randomUUID } from "node:crypto";
import { parsePolicy } from "./aws/iam.ts";
import { createPrincipals, type GrantUse } from "./aws/principals.ts";
import { dataDirId, emptyTemporaryFolder, openDataDir } from "./data-dir.ts";
import { gatewayHandler } from "./gateway/gateway.ts";
import { type Handler, listenLoopback } from "./http/loopback-server.ts";
import { starting } from "./http/starting.ts";
import { startLambdaService } from "./lambda/lambda-service.ts";
import { audience, issuerPath } from "./oidc/issuer.ts";
import { localSignIn } from "./oidc/local-sign-in.ts";
import { recordRunningStack, removeRunningStack, stackAdmin } from "./running-stack.ts";
import { startScheduler } from "./schedule/scheduler.ts";
import { withDataDir } from "./shell-command.ts";
import { startStorage, videoBucket } from "./storage.ts";
import { stackName } from "./synthesise.ts";
import { loadStack } from "./template/load-stack.ts";

export type StackOptions = {
  /** Folder of the cloud assembly to serve (see `synthesise`). */
  readonly assembly: string;
  readonly dataDir: string;
  /** 0 chooses any free port. */
  readonly port: number;
  /** Port of the local S3. Default: any free port. */
  readonly s3Port?: number;
  /** Values of template parameters, in addition to those that the stack sets itself. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly dynamoDbEndpoint?: string | undefined;
  /** Origins on this machine from which videos may come over plain http, comma separated. */
  readonly devVideoOrigins?: string | undefined;
  /** Maximum number of functions that stay loaded while nobody calls them. Default: all that were called lately. */
  readonly idleSandboxes?: number;
  /** Called with each line that a function logs. */
  readonly onOutput: (functionName: string, line: string) => void;
  /** Called when a part that the stack needs has ended. */
  readonly onFailure: (reason: string) => void;
  readonly onGrantUsed?: (use: GrantUse) => void;
};

export type RunningService = Awaited<ReturnType<typeof startStack>>;

/** Serves a synthesised template on this machine: the API with its functions, tables, buckets and schedules. */
export async function startStack(options: StackOptions) {
  const { assembly, dataDir, port, onOutput, onFailure } = options;
  openDataDir(dataDir);
  // Opens the port first, because the issuer's URL contains it, and a port in use is the most likely failure.
  let handler: Handler = starting;
  const server = await listenLoopback({
    port,
    handler: (request, response) => handler(request, response),
    command: withDataDir(dataDir, "npm start"),
  });
  const started: { close(): Promise<void> | void }[] = [server];
  const close = async () => {
    for (const part of started) await part.close();
  };
  try {
    const issuer = `${server.origin}${issuerPath}`;
    const spareAdmin = `spare-${randomUUID()}@stack.localhost`;
    const parameters = parametersFor(issuer, [stackAdmin, spareAdmin], options.parameters);
    // Other stacks may use the same DynamoDB, so tables get a suffix. Only this stack uses the embedded DynamoDB.
    const tableSuffix = options.dynamoDbEndpoint === undefined ? undefined : dataDirId(dataDir);
    const stack = loadStack(assembly, stackName, parameters, tableSuffix);
    const principals = createPrincipals(options.onGrantUsed);
    const storage = await startStorage({
      stack,
      dataDir,
      s3Port: options.s3Port ?? 0,
      principals,
      dynamoDbEndpoint: options.dynamoDbEndpoint,
      onExit: onFailure,
    });
    started.unshift(storage);
    const credentials = new Map(
      stack.functions.map(({ name, policyDocuments }) => {
        const { accessKeyId, secretAccessKey } = principals.issue(name, policyDocuments.flatMap(parsePolicy));
        return [name, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }];
      }),
    );
    const temporaryFolder = emptyTemporaryFolder(dataDir);
    const extraEnvironment = (name: string) => ({
      ...credentials.get(name),
      AWS_ENDPOINT_URL_DYNAMODB: storage.dynamoDbOrigin,
      AWS_ENDPOINT_URL_S3: storage.s3Origin,
      TMPDIR: temporaryFolder,
      // Signed URLs of the local S3 also use plain http.
      DEV_VIDEO_ORIGINS: [storage.s3Origin, options.devVideoOrigins ?? ""].filter(Boolean).join(","),
    });
    const { functions, region } = stack;
    const limits = options.idleSandboxes === undefined ? {} : { idle: options.idleSandboxes };
    const lambda = startLambdaService({ functions, region, extraEnvironment, onOutput, limits });
    const scheduler = startScheduler(stack.schedules, lambda.invoke);
    started.unshift({ close: () => scheduler.stop() }, { close: () => lambda.stop() });
    const { mounts, signInLink } = localSignIn(server.origin, dataDir);
    handler = gatewayHandler({
      api: stack.api,
      accountId: stack.accountId,
      invoke: lambda.invoke,
      mounts,
      onUnusable: onOutput,
      // Starts exports at once, not at the next full minute as on AWS.
      onAccepted: scheduler.fireMinutely,
    });
    const jobs = functions.flatMap(({ name, environment, tags: { job } }) =>
      job === undefined ? [] : [[job, { AWS_REGION: region, ...environment, ...extraEnvironment(name) }]],
    );
    recordRunningStack(dataDir, {
      origin: server.origin,
      issuer,
      signInLink,
      pid: process.pid,
      spareAdmin,
      parameters,
      jobs: Object.fromEntries(jobs),
    });
    started.unshift({ close: () => removeRunningStack(dataDir) });
    return {
      origin: server.origin,
      issuer,
      signInLink,
      parameters,
      stack,
      lambda,
      scheduler,
      storage,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function parametersFor(
  issuer: string,
  ownAdmins: readonly string[],
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const admins = [...ownAdmins, given["AdminEmails"] ?? ""].filter(Boolean).join(",");
  return {
    // A copy takes a core, and people work on the same machine.
    CopiesAtOnce: "1",
    ...given,
    OidcIssuer: issuer,
    OidcAudience: audience,
    AdminEmails: admins,
    VideoBuckets: videoBucket,
  };
}
