import path from "node:path";

export type Options = {
  readonly port: number;
  readonly dataDir: string;
  /** A DynamoDB to use instead of the embedded one. */
  readonly dynamoDbEndpoint: string | undefined;
  /** Plain http origins on this machine from which videos may come, comma separated. */
  readonly devVideoOrigins: string | undefined;
  /** The template's parameters that may be chosen here (see lib/settings.ts). */
  readonly parameters: Readonly<Record<string, string>>;
};

const parameterNames = {
  ADMIN_EMAILS: "AdminEmails",
  ALLOWED_EMAIL_DOMAINS: "AllowedEmailDomains",
  ANNOTATION_SHAPE: "AnnotationShape",
  LIVE_MAX_HOURS: "LiveMaxHours",
  LIVE_SILENCE_MINUTES: "LiveSilenceMinutes",
  CALLER_REQUESTS_PER_SECOND: "CallerRequestsPerSecond",
  LOG_LEVEL: "LogLevel",
};

/** The local stack's options from the environment; a wrong one is an error whose text says what is right. */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`PORT must be an integer from 0 to 65535, not "${env.PORT}"`);
  }
  for (const origin of (env.DEV_VIDEO_ORIGINS ?? "").split(",").flatMap((item) => item.trim() || [])) {
    if (URL.parse(origin)?.origin !== origin) {
      throw new Error(`DEV_VIDEO_ORIGINS must name origins such as http://127.0.0.1:8812, not "${origin}"`);
    }
  }
  return {
    port,
    dataDir: path.resolve(env.DATA_DIR || ".local"),
    dynamoDbEndpoint: env.DYNAMODB_ENDPOINT || undefined,
    devVideoOrigins: env.DEV_VIDEO_ORIGINS || undefined,
    parameters: Object.fromEntries(
      Object.entries(parameterNames).flatMap(([variable, parameter]) => {
        const value = env[variable];
        return value ? [[parameter, value]] : [];
      }),
    ),
  };
}
