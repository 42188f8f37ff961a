#!/usr/bin/env node
import { randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { clipType } from "./clips/file.mjs";
import { checkSite } from "./commands/check.mjs";
import { detectionBody } from "./commands/detection.mjs";
import { readSettings } from "./commands/settings.mjs";
import { count, setAsideSummary, siteStatus } from "./commands/status.mjs";
import { exitCodes, usage } from "./commands/usage.mjs";
import { readVersion } from "./commands/version.mjs";
import { eventTime, parseTime, readClock } from "./link/clock.mjs";
import { readLinkState } from "./link/state.mjs";
import { lockQueue } from "./queue/lock.mjs";
import { openQueue } from "./queue/queue.mjs";
import { retrySetAside } from "./queue/set-aside.mjs";
import { sendForever, sendWaiting } from "./send/send-loop.mjs";

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = exitCodes.failed;
}

async function main() {
  /** @type {{ type: "string" }} */
  const text = { type: "string" };
  const { values, positionals } = parseArgs({
    options: {
      ...{ api: text, "key-file": text, queue: text, source: text, timeout: text, "max-clock-error": text },
      ...{ stream: text, url: text, file: text, time: text, start: text, end: text },
      ...{ observer: text, box: text, key: text, help: { type: "boolean" }, version: { type: "boolean" } },
    },
    allowPositionals: true,
  });
  if (values.version) {
    console.log(readVersion());
    return exitCodes.done;
  }
  const [command, ...pairs] = positionals;
  if (values.help || command === undefined) {
    console.log(usage);
    return values.help ? exitCodes.done : exitCodes.failed;
  }
  const stream = () => values.stream ?? fail("--stream is required: the name of the stream.");
  const settings = readSettings(values, process.env);
  if (command !== "detect" && pairs.length > 0) {
    return fail(`${command} takes options only, not "${pairs[0]}". See --help.`);
  }
  if (command === "check") {
    const { isRight, text } = await checkSite(settings);
    console.log(text);
    return isRight ? exitCodes.done : exitCodes.failed;
  }
  const root = settings.queue();
  const queue = openQueue(root);
  const time = () =>
    eventTime(values.time, {
      now: readClock(),
      check: readLinkState(root)?.clock,
      maxErrorMs: settings.maxClockErrorMs(),
      warn: console.error,
    });
  const site = () => ({
    root,
    api: settings.api(),
    readKey: settings.readKey,
    keyFile: settings.keyFile(),
    timeoutMs: settings.timeoutMs(),
    log: console.log,
  });

  switch (command) {
    case "record-start": {
      const startTime = time();
      const {
        end,
        stream: name = newName(startTime),
        url = fail(
          "--url is required: the address of the video, for example https://our-video.example/ridge/0630.mp4.",
        ),
      } = values;
      queue.recordStart(name, {
        stream_url: url,
        capturesource: settings.source(),
        startTime,
        ...(end === undefined ? {} : { endTime: parseTime(end) }),
      });
      console.log(name);
      return exitCodes.done;
    }
    case "record-clip": {
      const {
        end,
        file = fail("--file is required: the video or picture, for example /media/clips/0630.mp4."),
        time: given = fail("--time is required: the start of the clip, for example 2026-03-01T06:30:00Z."),
      } = values;
      const startTime = parseTime(given);
      const name = values.stream ?? newName(startTime);
      // A hard link to a symbolic link leads nowhere once the file itself is deleted.
      queue.recordClip(name, existsSync(file) ? realpathSync(file) : file, {
        filename: path.basename(file),
        type: clipType(file),
        capturesource: settings.source(),
        startTime,
        ...(end === undefined ? {} : { endTime: parseTime(end) }),
      });
      console.log(name);
      return exitCodes.done;
    }
    case "record-end":
      queue.recordEnd(stream(), time());
      return exitCodes.done;
    case "detect":
      queue.recordDetection(stream(), detectionBody({ ...values, pairs }), values.key);
      return exitCodes.done;
    case "alive":
      queue.recordHeartbeat(stream());
      return exitCodes.done;
    case "send":
      return locked(root, async () => {
        const { problem, blocked } = await sendWaiting(site());
        const { text, waiting, setAside } = siteStatus(root);
        console.log(text);
        if (setAside > 0) console.error(`Not sent. ${setAsideSummary(root, setAside)}.`);
        if (blocked) console.error(problem);
        if (blocked) return exitCodes.keyRefused;
        if (setAside > 0) return exitCodes.setAside;
        return waiting > 0 ? exitCodes.eventsWait : exitCodes.done;
      });
    case "run":
      return locked(root, async () => {
        const stop = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
        await sendForever(site(), stop.signal);
        return exitCodes.done;
      });
    case "status":
      console.log(siteStatus(root).text);
      return exitCodes.done;
    case "retry":
      console.log(`Back in the queue: events of ${count(retrySetAside(root), "stream")}.`);
      return exitCodes.done;
    default:
      return fail(`There is no command "${command}". See --help.`);
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
