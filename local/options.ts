import path from "node:path";

export type Options = {
  readonly port: number;
  /** Port of the local S3, from which browsers load videos and pictures. 0 takes any free one. */
  readonly s3Port: number;
  readonly dataDir: string;
  /** A DynamoDB to use instead of the embedded one. */
  readonly dynamoDbEndpoint: string | undefined;
  /** Origins on this machine from which videos may come over plain http, comma separated. */
  readonly devVideoOrigins: string | undefined;
  /** Values for the template's parameters (see lib/settings.ts). */
  readonly parameters: Readonly<Record<string, string>>;
};

/** The data directory when DATA_DIR is not set. */
export const defaultDataDir = path.resolve(".local");

const parameterNames = {
  ADMIN_EMAILS: "AdminEmails",
  ALLOWED_EMAIL_DOMAINS: "AllowedEmailDomains",
  ANNOTATION_SHAPE: "AnnotationShape",
  LIVE_MAX_HOURS: "LiveMaxHours",
  LIVE_SILENCE_MINUTES: "LiveSilenceMinutes",
  CALLER_REQUESTS_PER_SECOND: "CallerRequestsPerSecond",
  LOG_LEVEL: "LogLevel",
  MEDIA_ROLE: "MediaRole",
  PLAY_ROLE: "PlayRole",
  REQUESTS_PER_ADDRESS: "RequestsPerAddress",
};

/**
 * Reads the local stack's options from environment variables.
 * @throws Error with a sentence that names the variable and a valid value
 */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  const port = portIn("PORT", env.PORT || "3000");
  const s3Port = portIn("S3_PORT", env.S3_PORT || "0");
  for (const origin of (env.DEV_VIDEO_ORIGINS ?? "").split(",").flatMap((item) => item.trim() || [])) {
    if (URL.parse(origin)?.origin !== origin) {
      throw new Error(`DEV_VIDEO_ORIGINS must list origins such as http://127.0.0.1:8812, not "${origin}".`);
    }
  }
  if (env.DYNAMODB_ENDPOINT && !URL.canParse(env.DYNAMODB_ENDPOINT)) {
    throw new Error(
      `DYNAMODB_ENDPOINT must be a URL such as http://127.0.0.1:8000, not "${env.DYNAMODB_ENDPOINT}".`,
    );
  }
  return {
    port,
    s3Port,
    dataDir: env.DATA_DIR ? path.resolve(env.DATA_DIR) : defaultDataDir,
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

function portIn(variable: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Error(`${variable} must be an integer from 0 to 65535, not "${value}".`);
}

/** Replaces the names of template parameters in an error message with the environment variables that set them. */
export function nameVariables(message: string): string {
  return Object.entries(parameterNames).reduce(
    (text, [variable, parameter]) => text.replaceAll(`Parameter ${parameter} `, `${variable} `),
    message,
  );
}
