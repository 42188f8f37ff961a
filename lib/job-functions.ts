import { Duration, Tags } from "aws-cdk-lib";
import { Construct } from "constructs";
import { deadLetterQueue, JobSchedule } from "./job-schedule.ts";
import type { Job } from "./jobs.ts";
import { pascalCase } from "./pascal-case.ts";
import { type Deployment, ServiceFunction } from "./service-function.ts";

type Props = Deployment & { readonly jobs: readonly Job[] };

/** The functions of the jobs. Operators and the local stack find a job's function by its tag `job`. */
export class JobFunctions extends Construct {
  constructor(scope: Construct, id: string, { jobs, ...deployment }: Props) {
    super(scope, id);
    for (const { name, variables = [], timeoutMinutes = 15, schedule, ...grants } of jobs) {
      const deadLetters = schedule && deadLetterQueue(this, `${pascalCase(name)}DeadLetters`);
      const { lambda } = new ServiceFunction(this, pascalCase(name), {
        ...deployment,
        ...grants,
        folder: `jobs/${name}`,
        variables: ["LOG_LEVEL", "TABLE_NAME", ...variables],
        timeout: Duration.minutes(timeoutMinutes),
        deadLetters,
      });
      Tags.of(lambda).add("job", name);
      if (schedule && deadLetters) {
        const metricsNamespace = deployment.settings.POWERTOOLS_METRICS_NAMESPACE;
        const props = { ...schedule, job: name, lambda, deadLetters, metricsNamespace };
        new JobSchedule(this, `${pascalCase(name)}Schedule`, props);
      }
    }
  }
}
