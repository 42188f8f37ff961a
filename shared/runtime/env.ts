/** Environment variables of the functions. lib/ sets them, and only this file reads them. */
export type Variable =
  | "TABLE_NAME"
  | "MEDIA_BUCKET"
  | "VIDEO_BUCKETS"
  | "VIDEO_HOSTS"
  | "OIDC_ISSUER"
  | "OIDC_AUDIENCE"
  | "OIDC_TRUST_EMAIL"
  | "OIDC_CLIENT_ID"
  | "OIDC_SCOPE"
  | "ADMIN_EMAILS"
  | "ALLOWED_EMAIL_DOMAINS"
  | "ANNOTATION_SHAPE"
  | "CALLER_REQUESTS_PER_SECOND"
  | "COPIES_AT_ONCE"
  | "COPY_MINUTES_PER_DAY"
  | "EXPORT_DAYS"
  | "EXPORT_MOST_STILLS"
  | "IMPORT_ROWS_PER_SECOND"
  | "LIVE_SILENCE_MINUTES"
  | "LIVE_MAX_HOURS"
  | "LOG_LEVEL"
  | "POWERTOOLS_METRICS_NAMESPACE"
  | RoleVariable
  | "SITE_KEY_S3"
  | "UPLOAD_GIGABYTES_PER_DAY"
  | "UPLOAD_MAX_GIGABYTES";

/** The template's parameters that set the minimum role of some operations, and their variables. */
export const roleSettings = { MediaRole: "MEDIA_ROLE", PlayRole: "PLAY_ROLE" } as const;
export type RoleSetting = keyof typeof roleSettings;
type RoleVariable = (typeof roleSettings)[RoleSetting];

type LocalVariable = "DEV_VIDEO_ORIGINS";

/** Set by Lambda itself (Lambda Developer Guide, "Defined runtime environment variables"). */
type LambdaVariable =
  | "AWS_ACCESS_KEY_ID"
  | "AWS_SECRET_ACCESS_KEY"
  | "AWS_SESSION_TOKEN"
  | "AWS_CREDENTIAL_EXPIRATION"
  | "AWS_REGION"
  | "AWS_LAMBDA_FUNCTION_MEMORY_SIZE";

/** Set by emulators of AWS, and read by the AWS SDK too (SDKs and Tools Guide, "Service-specific endpoints"). */
type EndpointVariable = "AWS_ENDPOINT_URL_S3" | "AWS_ENDPOINT_URL";

export function tableName(): string {
  return required("TABLE_NAME");
}

export type OidcSettings = {
  readonly issuer: string;
  readonly audience: string;
  /** Accept the `email` claim without `email_verified`. Only for issuers that verify every address. */
  readonly trustEmail: boolean;
};

export function oidcSettings(): OidcSettings {
  return {
    issuer: oidcIssuer(),
    audience: required("OIDC_AUDIENCE"),
    trustEmail: optional("OIDC_TRUST_EMAIL") === "1",
  };
}

/** The OpenID Connect issuer. */
export function oidcIssuer(): string {
  return required("OIDC_ISSUER");
}

/** The settings that a page or program needs to sign a person in. */
export function signInSettings() {
  return {
    issuer: oidcIssuer(),
    clientId: required("OIDC_CLIENT_ID"),
    scope: required("OIDC_SCOPE"),
  };
}

export type AdmissionSettings = {
  /** E-mail addresses of users who become admins at the first sign-in. */
  readonly adminEmails: readonly string[];
  /** E-mail domains whose users become `readonly` users at the first sign-in. */
  readonly allowedDomains: readonly string[];
};

export function admissionSettings(): AdmissionSettings {
  return { adminEmails: list("ADMIN_EMAILS"), allowedDomains: list("ALLOWED_EMAIL_DOMAINS") };
}

/** The shape of annotations in responses to requests that do not name one. */
export function annotationShape(): "identification" | "observation" | "full" {
  const shape = optional("ANNOTATION_SHAPE");
  return shape === "observation" || shape === "full" ? shape : "identification";
}

/** The minimum role that a deployment sets for some operations; `undefined` for their default. */
export function roleSetting(name: RoleSetting): string | undefined {
  return optional(roleSettings[name]);
}

/** The number of requests per second that a caller may send continuously. */
export function callerRequestsPerSecond(): number {
  return Number(optional("CALLER_REQUESTS_PER_SECOND") ?? 20);
}

/** Default values of the limits after which a live stream counts as abandoned. */
export const liveDefaults = { LIVE_SILENCE_MINUTES: "60", LIVE_MAX_HOURS: "24" } as const;

/** The limits after which a live stream counts as abandoned (see `LiveLimits`), in whole milliseconds. */
export function liveLimits(): { readonly silenceMs: number; readonly maxLengthMs: number } {
  return {
    silenceMs: Math.round(positive("LIVE_SILENCE_MINUTES") * 60_000),
    maxLengthMs: Math.round(positive("LIVE_MAX_HOURS") * 3_600_000),
  };
}

/** The bucket of the media files. */
export function mediaBucket(): string {
  return required("MEDIA_BUCKET");
}

/** Maximum size of an upload, and of all new uploads of a user or capture source on a day. In bytes. */
export function uploadLimits(): { readonly maxBytes: number; readonly bytesPerDay: number } {
  return {
    maxBytes: Number(required("UPLOAD_MAX_GIGABYTES")) * 1e9,
    bytesPerDay: uploadBytesPerDay(),
  };
}

/** Maximum number of bytes that a caller announces in a day (UTC), for uploads and imports together. */
export function uploadBytesPerDay(): number {
  return Number(required("UPLOAD_GIGABYTES_PER_DAY")) * 1e9;
}

/** Lifetime of the files of exports, in milliseconds. */
export function exportKeptMs(): number {
  return Number(required("EXPORT_DAYS")) * 24 * 3_600_000;
}

/** Maximum number of stills in an export. */
export function exportMostStills(): number {
  return Number(required("EXPORT_MOST_STILLS"));
}

/** Minutes of video that the service copies in a day (UTC). 0: it makes no copies. */
export function copyMinutesPerDay(): number {
  return Number(required("COPY_MINUTES_PER_DAY"));
}

/** Maximum number of copies that are made at the same time. */
export function copiesAtOnce(): number {
  return Number(required("COPIES_AT_ONCE"));
}

/** Maximum number of rows that an import writes in a second. */
export function importRowsPerSecond(): number {
  return Number(required("IMPORT_ROWS_PER_SECOND"));
}

/** The rules for URLs of streams (see `checkStreamUrl`). */
export function streamUrlRules() {
  return {
    devOrigins: devVideoOrigins(),
    ownBucket: mediaBucket(),
    sitesNameBuckets: optional("SITE_KEY_S3") === "1",
  };
}

export type MediaSettings = {
  readonly bucket: string;
  readonly region: string;
  /** The URL of the S3 emulator; `undefined` on AWS. */
  readonly endpoint: string | undefined;
};

/** The location of the service's own media. */
export function mediaSettings(): MediaSettings {
  return {
    bucket: mediaBucket(),
    region: required("AWS_REGION"),
    endpoint: optional("AWS_ENDPOINT_URL_S3") ?? optional("AWS_ENDPOINT_URL"),
  };
}

export type VideoSourceSettings = {
  /** The service's bucket, with uploaded videos. */
  readonly ownBucket: string;
  /** The other buckets that `s3:` videos may come from. */
  readonly buckets: readonly string[];
  /** The hosts that `https:` videos may come from, in lower case. `undefined` allows any host. */
  readonly hosts: readonly string[] | undefined;
  /** See `devVideoOrigins`. */
  readonly origins: readonly string[];
};

export function videoSourceSettings(): VideoSourceSettings {
  const hosts = list("VIDEO_HOSTS").map((host) => host.toLowerCase());
  return {
    ownBucket: mediaBucket(),
    buckets: list("VIDEO_BUCKETS"),
    hosts: hosts.length === 0 ? undefined : hosts,
    origins: devVideoOrigins(),
  };
}

/** Plain http origins on this machine that videos may come from. Only the local stack sets them, never a template. */
export function devVideoOrigins(): readonly string[] {
  return list("DEV_VIDEO_ORIGINS");
}

/**
 * Memory that the child process of the media engine may use, in bytes: the function's memory minus 512 MiB. The 512 MiB
 * are for the function's own process, and for what the child takes beyond its limit before it is killed.
 */
export function extractionMemoryBytes(): number {
  return (functionMegabytes() - 512) * 2 ** 20;
}

/**
 * The number of media engine processes that cut stills for an export at the same time, and the memory of each in bytes.
 * At most four processes; several only if each has 1,184 MiB or more. The function's own process has 640 MiB.
 */
export function stillCutters(): { readonly count: number; readonly memoryBytes: number } {
  const megabytes = functionMegabytes() - 640;
  const count = Math.max(1, Math.min(4, Math.floor(megabytes / 1184)));
  return { count, memoryBytes: (megabytes / count) * 2 ** 20 };
}

function functionMegabytes(): number {
  return Number(required("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"));
}

export function awsCredentials() {
  const sessionToken = optional("AWS_SESSION_TOKEN");
  const expiration = Date.parse(optional("AWS_CREDENTIAL_EXPIRATION") ?? "");
  return {
    accessKeyId: required("AWS_ACCESS_KEY_ID"),
    secretAccessKey: required("AWS_SECRET_ACCESS_KEY"),
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(Number.isNaN(expiration) ? {} : { expiration: new Date(expiration) }),
  };
}

function optional(name: Variable | LambdaVariable | LocalVariable | EndpointVariable): string | undefined {
  return process.env[name]?.trim() || undefined;
}

function required(name: Variable | LambdaVariable): string {
  const value = optional(name);
  if (value === undefined) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

function positive(name: keyof typeof liveDefaults): number {
  const value = Number(optional(name) ?? liveDefaults[name]);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`The environment variable ${name} must be a number above 0, not "${optional(name)}"`);
}

function list(name: Variable | LocalVariable): readonly string[] {
  return (optional(name) ?? "").split(",").flatMap((item) => item.trim() || []);
}
