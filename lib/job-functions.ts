import { Duration, Stack, Tags } from "aws-cdk-lib";
import { type IPrincipal, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
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
    const scheduleRole = new Role(this, "ScheduleRole", { assumedBy: schedulesOfThisAccount(this) });
    for (const job of jobs) {
      const { name, variables = [], timeoutMinutes = 15, schedule } = job;
      const deadLetters = schedule && deadLetterQueue(this, `${pascalCase(name)}DeadLetters`);
      const { lambda } = new ServiceFunction(this, pascalCase(name), {
        ...deployment,
        grants: job,
        folder: `jobs/${name}`,
        summary: job.summary,
        cutsVideo: job.cutsVideo,
        memoryMegabytes: job.memoryMegabytes,
        diskMegabytes: job.diskMegabytes,
        variables: ["LOG_LEVEL", "TABLE_NAME", ...variables],
        timeout: Duration.minutes(timeoutMinutes),
        deadLetters,
      });
      Tags.of(lambda).add("job", name);
      if (schedule && deadLetters) {
        const metricsNamespace = deployment.settings.POWERTOOLS_METRICS_NAMESPACE;
        const props = { ...schedule, job: name, lambda, deadLetters, metricsNamespace, role: scheduleRole };
        new JobSchedule(this, `${pascalCase(name)}Schedule`, props);
      }
    }
  }
}

/** EventBridge Scheduler, only for the schedules of this account ("Confused deputy prevention" in its User Guide). */
function schedulesOfThisAccount(scope: Construct): IPrincipal {
  const group = ScheduleGroup.fromDefaultScheduleGroup(scope, "DefaultGroup").scheduleGroupArn;
  return new ServicePrincipal("scheduler.amazonaws.com", {
    conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account, "aws:SourceArn": group } },
  });
}
