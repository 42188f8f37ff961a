/** Environment variables of the functions; lib/ sets them, and only this file reads them. */
export const variables = [
  "TABLE_NAME",
  "OIDC_ISSUER",
  "OIDC_AUDIENCE",
  "OIDC_TRUST_EMAIL",
  "ADMIN_EMAILS",
  "ALLOWED_EMAIL_DOMAINS",
  "LOG_LEVEL",
] as const;

export type Variable = (typeof variables)[number];

export function tableName(): string {
  return required("TABLE_NAME");
}

export type OidcSettings = {
  readonly issuer: string;
  readonly audience: string;
  /** Take the `email` claim even without `email_verified`: only for issuers that verify every address. */
  readonly trustEmail: boolean;
};

export function oidcSettings(): OidcSettings {
  return {
    issuer: required("OIDC_ISSUER"),
    audience: required("OIDC_AUDIENCE"),
    trustEmail: optional("OIDC_TRUST_EMAIL") === "1",
  };
}

export type AdmissionSettings = {
  /** Who becomes an admin at the first sign-in. */
  readonly adminEmails: readonly string[];
  /** Whose people become `readonly` users at the first sign-in. */
  readonly allowedDomains: readonly string[];
};

export function admissionSettings(): AdmissionSettings {
  return { adminEmails: list("ADMIN_EMAILS"), allowedDomains: list("ALLOWED_EMAIL_DOMAINS") };
}

function optional(name: Variable): string | undefined {
  return process.env[name]?.trim() || undefined;
}

function required(name: Variable): string {
  const value = optional(name);
  if (value === undefined) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

function list(name: Variable): readonly string[] {
  return (optional(name) ?? "").split(",").flatMap((item) => item.trim() || []);
}
