import { CfnParameter, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { liveDefaults, type Variable } from "../shared/runtime/env.ts";

/** The values of the functions' environment. */
export type Settings = { readonly [name in Variable]: string };

/** A decimal number that is not 0. */
const aboveZero = "^(?=.*[1-9])[0-9]{1,6}([.][0-9]{1,6})?$";

/**
 * What differs from one deployment to the next, as parameters of the template: the same template is then
 * served locally, tested, and deployed anywhere (`cdk deploy --parameters OidcIssuer=…`; a value once given
 * is kept by later deployments).
 */
export function settingsOf(scope: Construct, tableName: string, bucketName: string): Settings {
  const parameter = (id: string, description: string, rules: { default?: string; allowedPattern?: string }) =>
    new CfnParameter(Stack.of(scope), id, { type: "String", description, ...rules }).valueAsString;
  return {
    TABLE_NAME: tableName,
    MEDIA_BUCKET: bucketName,
    VIDEO_BUCKETS: parameter("VideoBuckets", "Buckets whose videos may be cut (s3: URLs), comma separated.", {
      default: "",
      allowedPattern: "^([a-z0-9][a-z0-9.-]+(,[a-z0-9][a-z0-9.-]+)*)?$",
    }),
    VIDEO_HOSTS: parameter(
      "VideoHosts",
      "The only hosts whose videos may be cut (https: URLs), comma separated; empty for all public ones.",
      { default: "" },
    ),
    OIDC_ISSUER: parameter("OidcIssuer", "URL of the OpenID Connect issuer whose tokens are accepted.", {
      allowedPattern: "^https?://[^ ]+$",
    }),
    OIDC_AUDIENCE: parameter("OidcAudience", "The audience (aud) that tokens must name.", {
      allowedPattern: "^[^ ]+$",
    }),
    OIDC_TRUST_EMAIL: parameter(
      "OidcTrustEmail",
      "1 takes the e-mail claim without email_verified: only for an issuer that verifies every address.",
      { default: "0", allowedPattern: "^[01]$" },
    ),
    ADMIN_EMAILS: parameter("AdminEmails", "Who becomes an admin at the first sign-in, comma separated.", {
      default: "",
    }),
    ALLOWED_EMAIL_DOMAINS: parameter(
      "AllowedEmailDomains",
      "Domains whose people become readonly users at the first sign-in, comma separated.",
      { default: "" },
    ),
    ANNOTATION_SHAPE: parameter("AnnotationShape", "The shape in which annotations are answered.", {
      default: "identification",
      allowedPattern: "^(identification|observation)$",
    }),
    LIVE_SILENCE_MINUTES: parameter(
      "LiveSilenceMinutes",
      "Minutes after its last sign of life when a live stream is ended; may be a fraction.",
      { default: liveDefaults.LIVE_SILENCE_MINUTES, allowedPattern: aboveZero },
    ),
    LIVE_MAX_HOURS: parameter(
      "LiveMaxHours",
      "Hours after its start when a live stream without any sign of life is ended; may be a fraction.",
      { default: liveDefaults.LIVE_MAX_HOURS, allowedPattern: aboveZero },
    ),
    // Powertools itself reads this one.
    POWERTOOLS_METRICS_NAMESPACE: "WildlifeAnnotation",
    CALLER_REQUESTS_PER_SECOND: parameter(
      "CallerRequestsPerSecond",
      "How many requests a second each caller may send; three times as many at once. A GET counts a quarter.",
      { default: "20", allowedPattern: "^[1-9][0-9]{0,5}$" },
    ),
    LOG_LEVEL: parameter("LogLevel", "Least level that functions log.", {
      default: "INFO",
      allowedPattern: "^(DEBUG|INFO|WARN|ERROR)$",
    }),
  };
}
