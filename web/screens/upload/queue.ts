import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Camera } from "../../../client/recording/match-cameras.ts";
import { byPath } from "../../../client/recording/path-order.ts";
import { announcement } from "../../../client/upload/begin-upload.ts";
import type { Completed } from "../../../client/upload/complete-upload.ts";
import type { Fingerprint } from "../../../client/upload/part.ts";
import { rateMeter } from "../../../client/upload/rate.ts";
import { uploadFile } from "../../../client/upload/upload-file.ts";
import { onPause, uploadPatienceMs, uploadService } from "../../api/service.ts";
import { warnBeforeClose } from "../../saving/warn-before-close.ts";
import { failureOf } from "./failure.ts";
import { forgetChoice, keepChoice } from "./kept-choices.ts";
import { isUnfinished, nextToRun, type State } from "./order.ts";
import type { Ready } from "./plan.ts";
import { putPart } from "./put-part.ts";
import { partOf, readFingerprint } from "./read-fingerprint.ts";

/** A file that is being uploaded. */
export type Upload = {
  readonly id: number;
  readonly path: string;
  readonly file: File;
  readonly bytes: number;
  readonly camera: Camera;
  readonly startMs: number;
  readonly type: Ready["chosen"]["kind"]["type"];
  readonly state: Signal<State>;
  /** Bytes that have been read for the fingerprint. */
  readonly readBytes: Signal<number>;
  /** Bytes that the service has. */
  readonly arrivedBytes: Signal<number>;
  readonly meter: Signal<ReturnType<typeof rateMeter> | undefined>;
};

const all = signal<readonly Upload[]>([]);
/** The uploads by path, which continue while another screen is open. */
export const uploads: ReadonlySignal<readonly Upload[]> = all;

const times = signal(0);
/** Number of times that uploads were started. */
export const begun: ReadonlySignal<number> = times;

warnBeforeClose(computed(() => all.value.some(({ state }) => isUnfinished(state.value))));

/** Measures the speed of all uploads together. */
export const totalMeter = rateMeter();

const fingerprints = new WeakMap<Upload, Fingerprint>();
const running = new Map<Upload, AbortController>();

export function begin(files: readonly Ready[]): void {
  const added = files.map(({ chosen: { id, path, file, kind }, camera, start }): Upload => {
    keepChoice(file, { camera: camera.id, startMs: start.ms });
    return {
      ...{ id, path, file, bytes: file.size, camera, startMs: start.ms, type: kind.type },
      state: signal<State>({ kind: "waiting" }),
      readBytes: signal(0),
      arrivedBytes: signal(0),
      meter: signal(undefined),
    };
  });
  all.value = [...all.value, ...added].toSorted(byPath);
  times.value += 1;
  runNext();
}

/** Stops an upload at once. The part in flight is sent again later. */
export function pause(upload: Upload): void {
  if (!isUnfinished(upload.state.value)) return;
  upload.state.value = { kind: "paused" };
  running.get(upload)?.abort();
  running.delete(upload);
  runNext();
}

/** Continues after a pause or a failure. */
export function goOn(upload: Upload): void {
  if (upload.state.value.kind !== "paused" && upload.state.value.kind !== "failed") return;
  upload.state.value = { kind: "waiting" };
  runNext();
}

/** Removes the uploads that have ended from the list. */
export function clearEnded(): void {
  all.value = all.value.filter(({ state }) => isUnfinished(state.value));
}

function runNext(): void {
  for (;;) {
    const next = nextToRun(all.value);
    if (next === undefined) return;
    void run(next);
  }
}

async function run(upload: Upload): Promise<void> {
  const stop = new AbortController();
  running.set(upload, stop);
  upload.state.value = { kind: "reading" };
  const ended = await send(upload, stop.signal).then(
    ({ kind, stream }): State => ({ kind, stream }),
    (error: unknown): State => ({ kind: "failed", reason: failureOf(error) }),
  );
  // After a pause, the upload may already be running again.
  if (stop.signal.aborted) return;
  running.delete(upload);
  upload.state.value = ended;
  if (ended.kind !== "failed") forgetChoice(upload.file);
  runNext();
}

/** @throws the reason of `signal` as soon as it is aborted, even if a request still waits */
async function send(upload: Upload, signal: AbortSignal): Promise<Completed> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  return Promise.race([aborted, sendAll(upload, signal)]);
}

async function sendAll(upload: Upload, signal: AbortSignal): Promise<Completed> {
  const { path, type, bytes, camera, startMs, file, state, arrivedBytes, readBytes, meter } = upload;
  const { parts, fingerprint } = fingerprints.get(upload) ?? (await fingerprintOf(upload, signal));
  signal.throwIfAborted();
  state.value = { kind: "sending" };
  [readBytes.value, arrivedBytes.value, meter.value] = [bytes, 0, rateMeter()];
  const add = (sent: number) => {
    if (!signal.aborted) arrivedBytes.value += sent;
  };
  const body = announcement({ path, type, bytes, camera: camera.id, startMs, fingerprint });
  return uploadFile(body, parts, {
    api: uploadService,
    signal,
    patience: { patienceMs: uploadPatienceMs, sleep, onPause },
    put: (part, to, onBytes) => putPart(partOf(file, part.number), to, onBytes, signal),
    onFound: add,
    onSent: (sent) => {
      add(sent);
      meter.value?.sent(sent);
      totalMeter.sent(sent);
    },
  });
}

async function fingerprintOf(upload: Upload, signal: AbortSignal): Promise<Fingerprint> {
  upload.readBytes.value = 0;
  const onRead = (bytes: number) => {
    if (!signal.aborted) upload.readBytes.value += bytes;
  };
  const read = await readFingerprint(upload.file, onRead, signal);
  fingerprints.set(upload, read);
  return read;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
