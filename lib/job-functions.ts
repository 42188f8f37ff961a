import { Duration, Tags } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Job } from "./jobs.ts";
import { pascalCase } from "./pascal-case.ts";
import { type Deployment, ServiceFunction } from "./service-function.ts";

type Props = Deployment & { readonly jobs: readonly Job[] };

/** The jobs' functions. Each has its job's name as the tag `job`, by which operators and the local stack find it. */
export class JobFunctions extends Construct {
  constructor(scope: Construct, id: string, { jobs, ...deployment }: Props) {
    super(scope, id);
    for (const { name, summary, tableActions } of jobs) {
      const { lambda } = new ServiceFunction(this, pascalCase(name), {
        ...deployment,
        folder: `jobs/${name}`,
        summary,
        tableActions,
        variables: ["LOG_LEVEL", "TABLE_NAME"],
        // The longest that Lambda allows: a job that is not done then goes on in the next call.
        timeout: Duration.minutes(15),
      });
      Tags.of(lambda).add("job", name);
    }
  }
}
