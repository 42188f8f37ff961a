import fs from "node:fs";
import { codeOf } from "../queue/durable-files.mjs";

/**
 * Options of every command. Each option is also an environment variable: `--key-file` is `CAMERA_SITE_KEY_FILE`.
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

/** @typedef {ReturnType<typeof readSettings>} Settings each function throws when its setting is missing or wrong */

/**
 * @param {Readonly<Record<string, unknown>>} options from the command line @param {NodeJS.ProcessEnv} env
 */
export function readSettings(options, env) {
  /** @param {string} name */
  const text = (name) => {
    const variable = `CAMERA_SITE_${name.toUpperCase().replaceAll("-", "_")}`;
    const given = options[name] ?? env[variable] ?? defaults[name];
    if (typeof given !== "string" || given === "") {
      throw new Error(`--${name} (or ${variable}) is required. See --help.`);
    }
    return given;
  };
  /** @param {string} name @param {number} min */
  const number = (name, min) => {
    const value = Number(text(name));
    if (!(value >= min)) throw new Error(`--${name} must be a number, ${min} or more.`);
    return value;
  };
  return {
    queue: () => text("queue"),
    api: () => checkAddress(text("api")),
    source: () => {
      const source = number("source", 1);
      if (!Number.isSafeInteger(source)) {
        throw new Error("--source must be the id of the capture source, for example 3.");
      }
      return source;
    },
    keyFile: () => text("key-file"),
    readKey: () => readKey(text("key-file")),
    timeoutMs: () => number("timeout", 1) * 1000,
    maxClockErrorMs: () => number("max-clock-error", 1) * 1000,
  };
}

/** Requires TLS, except on this computer: every request carries the site key. @param {string} text */
function checkAddress(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const loopback = ["127.0.0.1", "[::1]", "localhost"].includes(url?.hostname ?? "");
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && loopback)) {
    throw new Error(`--api must be an https: address such as https://wildlife.example/api/v1, not ${text}`);
  }
  return text.replace(/\/+$/, "");
}

const advice = "Ask an admin for a site key (wvk_…) and write it there.";

/** Called for each request, so that a new key takes effect without a restart. @param {string} file */
function readKey(file) {
  const key = readText(file).trim();
  if (!/^wvk_\d+_[A-Za-z0-9_-]+$/.test(key)) {
    throw new Error(`${file} does not contain a site key. ${advice}`);
  }
  return key;
}

/** @param {string} file */
function readText(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw new Error(`There is no key file ${file}. ${advice}`);
    if (codeOf(error) === "EACCES")
      throw new Error(`You may not read ${file}. Run the command as the user of the site (sudo -u).`);
    throw error;
  }
}
