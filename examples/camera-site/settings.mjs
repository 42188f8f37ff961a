import fs from "node:fs";

/**
 * The options of every command, each also by an environment variable: `--key-file` is `CAMERA_SITE_KEY_FILE`.
 * @type {Readonly<Record<string, string | undefined>>} defaults
 */
const defaults = {
  api: undefined,
  "key-file": "/etc/camera-site/key",
  queue: "/var/lib/camera-site",
  source: undefined,
  timeout: "60",
  "max-clock-error": "30",
};

/**
 * @param {Readonly<Record<string, unknown>>} options as given @param {NodeJS.ProcessEnv} env
 */
export function settingsOf(options, env) {
  /** @param {string} name */
  const text = (name) => {
    const given =
      options[name] ?? env[`CAMERA_SITE_${name.toUpperCase().replaceAll("-", "_")}`] ?? defaults[name];
    if (typeof given !== "string" || given === "") throw new Error(`Say --${name} (see --help).`);
    return given;
  };
  /** @param {string} name @param {number} least */
  const number = (name, least) => {
    const value = Number(text(name));
    if (!(value >= least)) throw new Error(`--${name} must be a number from ${least} up.`);
    return value;
  };
  return {
    queue: () => text("queue"),
    api: () => apiAddress(text("api")),
    source: () => {
      const source = number("source", 1);
      if (!Number.isSafeInteger(source)) throw new Error("--source must be the id of the capture source.");
      return source;
    },
    readKey: () => readKey(text("key-file")),
    timeoutMs: () => number("timeout", 1) * 1000,
    mostClockErrorMs: () => number("max-clock-error", 1) * 1000,
  };
}

/** The key goes with every request, so the way must be closed. @param {string} text */
function apiAddress(text) {
  const url = URL.parse?.(text) ?? new URL(text);
  const loopback = ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    throw new Error(`--api must be an https: address such as https://wildlife.example/api/v1, not ${text}`);
  }
  return text.replace(/\/+$/, "");
}

/** Read anew each time, so that a new key needs no restart. @param {string} file */
function readKey(file) {
  const key = fs.readFileSync(file, "utf8").trim();
  if (!/^wvk_\d+_[A-Za-z0-9_-]+$/.test(key)) throw new Error(`There is no site key in ${file}.`);
  return key;
}
