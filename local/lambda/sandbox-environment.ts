import { dirname } from "node:path";

/** Description of a function, with everything that its sandboxes need to start. */
export type SandboxFunction = {
  name: string;
  arn: string;
  codeDir: string;
  handler: string;
  timeoutMs: number;
  memoryMb: number;
  /** Variables from the template. */
  environment: Readonly<Record<string, string>>;
};

/**
 * Returns the whole environment of a sandbox: the template's variables, those that Lambda sets (Lambda Developer
 * Guide, "Defined runtime environment variables"), and `extra` (credentials and endpoints of the stack). No variable of
 * the stack's own environment is passed on. PATH begins with the folder of the running Node.
 */
export function sandboxEnvironment(
  lambdaFunction: SandboxFunction,
  region: string,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    ...lambdaFunction.environment,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_nodejs${process.versions.node.split(".")[0]}.x`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(lambdaFunction.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: lambdaFunction.name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${lambdaFunction.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    AWS_REGION: region,
    LAMBDA_TASK_ROOT: lambdaFunction.codeDir,
    LANG: "en_US.UTF-8",
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    TZ: ":UTC",
    _HANDLER: lambdaFunction.handler,
    ...extra,
  };
}
