import { CfnParameter, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { liveDefaults, type Variable } from "../shared/runtime/env.ts";
import type { SignIn } from "./sign-in.ts";

/** The values of the functions' environment variables. */
export type Settings = { readonly [name in Variable]: string };

/** A decimal number that is not 0. */
const aboveZero = "^(?=.*[1-9])[0-9]{1,6}([.][0-9]{1,6})?$";

/** The roles of shared/domain/person/role.ts. */
const rolePattern = "^(readonly|annotator|curator|admin)$";

/**
 * The settings that differ between deployments, as parameters of the template. With them, one template is served
 * locally, tested, and deployed anywhere: `cdk deploy --parameters OidcIssuer=…`. Values stay set for later
 * deployments.
 */
export function settingsOf(
  scope: Construct,
  tableName: string,
  bucketName: string,
  signIn: SignIn,
): Settings {
  const parameter = (id: string, description: string, rules: { default?: string; allowedPattern?: string }) =>
    new CfnParameter(Stack.of(scope), id, { type: "String", description, ...rules }).valueAsString;
  return {
    TABLE_NAME: tableName,
    MEDIA_BUCKET: bucketName,
    VIDEO_BUCKETS: parameter(
      "VideoBuckets",
      "Buckets with videos (s3: URLs) from which stills and clips may be cut, separated by commas.",
      {
        default: "",
        allowedPattern: "^([a-z0-9][a-z0-9.-]+(,[a-z0-9][a-z0-9.-]+)*)?$",
      },
    ),
    VIDEO_HOSTS: parameter(
      "VideoHosts",
      "Hosts with videos (https: URLs) from which stills and clips may be cut, separated by commas. Empty: all public hosts.",
      { default: "" },
    ),
    OIDC_ISSUER: signIn.issuer,
    OIDC_AUDIENCE: signIn.audience,
    OIDC_CLIENT_ID: signIn.clientId,
    OIDC_SCOPE: signIn.scope,
    OIDC_TRUST_EMAIL: parameter(
      "OidcTrustEmail",
      "1: accept the e-mail claim without email_verified. Only for an issuer that verifies every address.",
      { default: "0", allowedPattern: "^[01]$" },
    ),
    ADMIN_EMAILS: parameter(
      "AdminEmails",
      "E-mail addresses whose owners become admins when they first sign in, separated by commas.",
      {
        default: "",
      },
    ),
    ALLOWED_EMAIL_DOMAINS: parameter(
      "AllowedEmailDomains",
      "E-mail domains whose users become readonly users when they first sign in, separated by commas.",
      { default: "" },
    ),
    ANNOTATION_SHAPE: parameter(
      "AnnotationShape",
      "Default shape of annotations in responses: identification, observation or full.",
      {
        default: "identification",
        allowedPattern: "^(identification|observation|full)$",
      },
    ),
    MEDIA_ROLE: parameter(
      "MediaRole",
      "Lowest role that may cut any still or clip and read stored media files.",
      { default: "admin", allowedPattern: rolePattern },
    ),
    PLAY_ROLE: parameter("PlayRole", "Lowest role that may play whole videos.", {
      default: "readonly",
      allowedPattern: rolePattern,
    }),
    LIVE_SILENCE_MINUTES: parameter(
      "LiveSilenceMinutes",
      "A live stream is ended this many minutes after its last heartbeat. May be a fraction.",
      { default: liveDefaults.LIVE_SILENCE_MINUTES, allowedPattern: aboveZero },
    ),
    LIVE_MAX_HOURS: parameter(
      "LiveMaxHours",
      "A live stream without any heartbeat is ended this many hours after its start. May be a fraction.",
      { default: liveDefaults.LIVE_MAX_HOURS, allowedPattern: aboveZero },
    ),
    // Read by Powertools.
    POWERTOOLS_METRICS_NAMESPACE: "WildlifeAnnotation",
    CALLER_REQUESTS_PER_SECOND: parameter(
      "CallerRequestsPerSecond",
      "Requests per second that each caller may send, and three times as many in a burst. A GET counts as a quarter.",
      { default: "20", allowedPattern: "^[1-9][0-9]{0,5}$" },
    ),
    UPLOAD_MAX_GIGABYTES: parameter(
      "UploadMaxGigabytes",
      "Maximum size of an uploaded file, in gigabytes (10^9 bytes).",
      { default: "50", allowedPattern: "^([1-9][0-9]{0,2}|[1-4][0-9]{3}|5000)$" },
    ),
    UPLOAD_GIGABYTES_PER_DAY: parameter(
      "UploadGigabytesPerDay",
      "Gigabytes (10^9 bytes) of uploads and imports that each user, and each capture source with its site keys, may start in a day (UTC).",
      { default: "200", allowedPattern: "^[1-9][0-9]{0,5}$" },
    ),
    COPY_MINUTES_PER_DAY: parameter(
      "CopyMinutesPerDay",
      "Minutes of video of which the service makes playable copies in a day (UTC), for all users together. 0: it makes none. A minute of 1080p costs about 0.001 USD.",
      { default: "10000", allowedPattern: "^(0|[1-9][0-9]{0,6})$" },
    ),
    COPIES_AT_ONCE: parameter(
      "CopiesAtOnce",
      "Maximum number of playable copies that are made at the same time: 1 to 4. Exports, imports and copies together use at most four of the account's concurrent executions.",
      { default: "2", allowedPattern: "^[1-4]$" },
    ),
    EXPORT_DAYS: parameter(
      "ExportDays",
      "The files of an export are removed after this many days: 1 to 30.",
      {
        default: "7",
        allowedPattern: "^([1-9]|[12][0-9]|30)$",
      },
    ),
    EXPORT_MOST_STILLS: parameter(
      "ExportMostStills",
      "Maximum number of pictures in an export, up to 50000. Each picture is cut from its video, and has about 100 to 500 kB.",
      { default: "20000", allowedPattern: "^([1-9][0-9]{0,3}|[1-4][0-9]{4}|50000)$" },
    ),
    IMPORT_ROWS_PER_SECOND: parameter(
      "ImportRowsPerSecond",
      "Maximum number of rows that each import writes in a second. A higher number leaves less of the table's capacity to people.",
      { default: "300", allowedPattern: "^[1-9][0-9]{0,4}$" },
    ),
    SITE_KEY_S3: parameter(
      "SiteKeyS3",
      "1: callers with site keys may register streams with s3: URLs. 0: they may only use https: URLs and uploads.",
      { default: "0", allowedPattern: "^[01]$" },
    ),
    LOG_LEVEL: parameter("LogLevel", "Lowest level that functions log: DEBUG, INFO, WARN or ERROR.", {
      default: "INFO",
      allowedPattern: "^(DEBUG|INFO|WARN|ERROR)$",
    }),
  };
}
