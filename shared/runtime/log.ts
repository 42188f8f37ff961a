import { Logger } from "@aws-lambda-powertools/logger";

/** Structured logs, one JSON object a line. LOG_LEVEL sets the minimum level. */
export const logger = new Logger({ serviceName: "wildlife-video-annotation" });
