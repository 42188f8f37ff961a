import { Logger } from "@aws-lambda-powertools/logger";

/**
 * Structured logs, one JSON object a line. LOG_LEVEL sets the lowest level, POWERTOOLS_SERVICE_NAME the `service` of
 * each line: the name of the operation or job.
 */
export const logger = new Logger();
