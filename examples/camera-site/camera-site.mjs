#!/usr/bin/env node
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { moment, parseTime, stamp } from "./clock.mjs";
import { readLinkState } from "./link-state.mjs";
import { lockQueue } from "./lock.mjs";
import { detectionBody } from "./observation.mjs";
import { openQueue } from "./queue.mjs";
import { sendForEver, sendWaiting } from "./send.mjs";
import { retrySetAside } from "./set-aside.mjs";
import { settingsOf } from "./settings.mjs";
import { statusText } from "./status.mjs";

const usage = `Records what a camera site does, on disk, and sends it when the link allows.

  camera-site.mjs record-start --url URL [--stream NAME] [--time T] [--end T]
  camera-site.mjs record-end   --stream NAME [--time T]
  camera-site.mjs detect       --stream NAME --start OFFSET [--end OFFSET] --observer WHO
                               [--box x1,y1,x2,y2] [--key OWN-NAME] KEY=VALUE ...
  camera-site.mjs alive        --stream NAME
  camera-site.mjs send         sends what waits, once (for cron)
  camera-site.mjs run          sends for ever (for systemd)
  camera-site.mjs status       what waits, what was set aside and why, link and clock
  camera-site.mjs retry        puts what was set aside back into the queue

record-start prints the stream's name; with --end it records a finished file. Times are RFC 3339 with a
zone, now if left out; offsets are HH:MM:SS.mmm from the start of the video.

Everywhere (environment CAMERA_SITE_API, CAMERA_SITE_KEY_FILE, …):
  --api URL              the service, such as https://wildlife.example/api/v1
  --key-file FILE        the site key (/etc/camera-site/key)
  --queue FOLDER         what waits (/var/lib/camera-site)
  --source ID            the capture source that this site is
  --timeout SECONDS      for an answer (60)
  --max-clock-error S    beyond that no time is taken from the clock (30)

Ends with 0 when it is done, 1 when it is not (nothing was recorded), 75 when something still waits, 77 when
the service refuses the key.`;

/** sysexits.h: EX_TEMPFAIL and EX_NOPERM. */
const [waits, noPermission] = [75, 77];

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main() {
  /** @type {{ type: "string" }} */
  const text = { type: "string" };
  const { values, positionals } = parseArgs({
    options: {
      ...{ api: text, "key-file": text, queue: text, source: text, timeout: text, "max-clock-error": text },
      ...{ stream: text, url: text, time: text, start: text, end: text },
      ...{ observer: text, box: text, key: text, help: { type: "boolean" } },
    },
    allowPositionals: true,
  });
  const [command, ...pairs] = positionals;
  if (values.help || command === undefined) {
    console.log(usage);
    return command === undefined && !values.help ? 1 : 0;
  }
  const stream = () => values.stream ?? fail("Say which stream: --stream NAME.");
  const settings = settingsOf(values, process.env);
  const root = settings.queue();
  const queue = openQueue(root);
  const time = () =>
    stamp(values.time, {
      now: moment(),
      check: readLinkState(root)?.clock,
      mostErrorMs: settings.mostClockErrorMs(),
      warn: console.error,
    });
  const site = () => ({
    root,
    api: settings.api(),
    readKey: settings.readKey,
    timeoutMs: settings.timeoutMs(),
    log: console.log,
  });
  if (command !== "detect" && pairs.length > 0) return fail(`What is "${pairs[0]}"? See --help.`);

  switch (command) {
    case "record-start": {
      const startTime = time();
      const {
        end,
        stream: name = newName(startTime),
        url = fail("Say where the video is: --url URL."),
      } = values;
      queue.recordStart(name, {
        stream_url: url,
        capturesource: settings.source(),
        startTime,
        ...(end === undefined ? {} : { endTime: parseTime(end) }),
      });
      console.log(name);
      return 0;
    }
    case "record-end":
      queue.recordEnd(stream(), time());
      return 0;
    case "detect":
      queue.recordDetection(stream(), detectionBody({ ...values, pairs }), values.key);
      return 0;
    case "alive":
      queue.markAlive(stream());
      return 0;
    case "send":
      return locked(root, async () => {
        const { problem, refused } = await sendWaiting(site());
        const { text, waiting } = statusText(root);
        console.log(text);
        if (refused) console.error(problem);
        return refused ? noPermission : waiting > 0 ? waits : 0;
      });
    case "run":
      return locked(root, async () => {
        const stop = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
        await sendForEver(site(), stop.signal);
        return 0;
      });
    case "status":
      console.log(statusText(root).text);
      return 0;
    case "retry":
      console.log(`${retrySetAside(root)} streams wait again.`);
      return 0;
    default:
      return fail(`There is no command ${command}. See --help.`);
  }
}

/** @param {string} root @param {() => Promise<number>} run */
async function locked(root, run) {
  const unlock = lockQueue(root);
  try {
    return await run();
  } finally {
    unlock();
  }
}

/** @param {string} startTime */
function newName(startTime) {
  return `${startTime.replace(/[-:]|\.\d+/g, "")}-${randomUUID().slice(0, 6)}`;
}

/** @param {string} text @returns {never} */
function fail(text) {
  throw new Error(text);
}
