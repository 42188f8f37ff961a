import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeClip } from "../../../local/seed/clip.ts";
import { riverAtDawn } from "../../../local/seed/scenes/river.ts";
import { foreignSample, sample, withFile } from "../formats/sample.ts";
import { zipOf } from "../imports/zip-of.ts";
import type { Body, Client } from "./strict-client.ts";

/** Adds an upload that becomes a stream, one that is refused, an open one and a deleted one. */
export async function addUploads(admin: Client, site: Client, capturesource: number): Promise<void> {
  const begin = async (by: Client, bytes: number, name: string, more: object = {}): Promise<number> => {
    const startTime = "2026-03-04T05:30:00Z";
    const file = { filename: `DCIM\\${name}`, type: "video/mp4", bytes, capturesource, startTime };
    return (await by.post("/uploads", { ...file, ...more })).id;
  };
  const send = async (by: Client, bytes: Buffer, name: string) => {
    const id = await begin(by, bytes.length, name);
    const part = { number: 1, sha256: sha256(bytes) };
    const { parts } = await by.post(`/uploads/${id}/parts`, { parts: [{ ...part, bytes: bytes.length }] });
    await sendFile(parts[0], bytes);
    return () => by.tryPost(`/uploads/${id}/completion`, { parts: [part] });
  };
  await (await send(site, await makeClip(riverAtDawn, 1), "IMG_0001.MP4"))();
  await (await send(admin, Buffer.from("This is no video."), "IMG_0002.MP4"))();
  const known = { endTime: "2026-03-04T06:30:00Z", fingerprint: sha256(Buffer.alloc(0)) };
  await begin(site, 1_000_000, "IMG_0003.MP4", known);
  await admin.remove(`/uploads/${await begin(admin, 1_000_000, "IMG_0004.MP4")}`);
}

/** Adds stills that the service cuts, a file that is announced with its checksum, and a deleted file. */
export async function addMedia(admin: Client, stream: number): Promise<void> {
  // The first stream of the demonstration has a video.
  const still = { videostream: 1, time: "00:00:02", width: 320 };
  const [{ problem }] = (await admin.post("/stills", { items: [still] })).results;
  if (problem) throw new Error(problem.detail);
  const picture = { type: "image/jpeg", bytes: 1000, videostream: stream, start: "00:00:05" };
  await admin.post("/media", { ...picture, sha256: "0".repeat(64) });
  const { id } = await admin.post("/media", { type: "video/mp4", bytes: 1000 });
  await admin.remove(`/media/${id}`);
}

/** Adds imports in every state: done (new and changed records), only checked, rejected, and only announced. */
export async function addImports(admin: Client): Promise<void> {
  const announce = async (contents: Readonly<Record<string, string>>): Promise<number> => {
    const bytes = Buffer.from(await zipOf(contents));
    const sum = createHash("sha256").update(bytes).digest("hex");
    const file = { format: "camtrap-dp", bytes: bytes.length, filename: "kept.zip", sha256: sum };
    const { id, upload } = await admin.post("/imports", file);
    await sendFile(upload, bytes);
    return id;
  };
  const withPicture = withFile(foreignSample, "media.csv", (rows) =>
    rows.replace(/https:[^,]+/, "media/1.jpg"),
  );
  const illustrated = { ...withPicture, "media/1.jpg": "picture" };
  await admin.post(`/imports/${await announce(illustrated)}/start`, {});
  const edited = withFile(illustrated, "observations.csv", (rows) => rows.replace(",female,", ",male,"));
  await admin.post(`/imports/${await announce(edited)}/start`, { options: { on_existing: "update" } });
  await admin.post(`/imports/${await announce(sample)}/start`, { dry_run: true });
  const spoiled = withFile(sample, "observations.csv", (rows) =>
    rows.replace(/\n([^,]+),[^,]+,/, "\n$1,no,"),
  );
  await admin.post(`/imports/${await announce(spoiled)}/start`, {});
  await announce(sample);
}

/** Adds a finished export in every format, one without annotations, a deleted one, and one that has not started. */
export async function addExports(admin: Client): Promise<void> {
  await admin.post("/exports", {
    format: "csv",
    filters: { name: "red fox" },
    options: { columns: ["behaviour"] },
  });
  for (const format of ["camtrap-dp", "dwca", "coco", "ytvis"]) await admin.post("/exports", { format });
  await admin.post("/exports", { format: "coco", filters: { observer: "Nobody" } });
  const { id } = await admin.post("/exports", { format: "csv" });
  await admin.remove(`/exports/${id}`);
  const pictures = { format: "coco", filters: { videostream: 1 }, options: { stills: true } };
  const { id: illustrated } = await admin.post("/exports", pictures);
  while ((await admin.get(`/exports/${illustrated}`)).status !== "done") await sleep(200);
  await admin.post("/exports", { format: "coco", options: { stills: true } });
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}

async function sendFile({ url, headers }: Body, bytes: Buffer): Promise<void> {
  const sent = await fetch(url, { method: "PUT", headers, body: new Uint8Array(bytes) });
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`);
}
