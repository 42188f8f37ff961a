import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, aws_lambda as lambda, Stack } from "aws-cdk-lib";
import { scratchFolder } from "../lambda/scratch-folder.ts";

/** Synthesises a stack named `Test` into a new folder, and returns the folder. */
export function synthesise(build: (stack: Stack) => void): string {
  const outdir = scratchFolder();
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  build(new Stack(app, "Test"));
  app.synth();
  return outdir;
}

/** Creates a function whose only file, `index.mjs`, has this text. */
export function inlineFunction(
  stack: Stack,
  id: string,
  code: string,
  props: Partial<lambda.FunctionProps> = {},
): lambda.Function {
  const folder = scratchFolder();
  writeFileSync(join(folder, "index.mjs"), code);
  return new lambda.Function(stack, id, {
    runtime: lambda.Runtime.NODEJS_24_X,
    handler: "index.handler",
    code: lambda.Code.fromAsset(folder),
    ...props,
  });
}
