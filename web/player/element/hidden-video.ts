import { signal } from "@preact/signals";
import type { Source } from "../../picture/player.ts";

/** Shorter pauses in loading are not reported. */
const stalledMs = 1000;

/** Makes a video element that is invisible, but in the document, because Chromium decodes HLS only there. */
export function hiddenVideo(canvas: HTMLCanvasElement) {
  const video = document.createElement("video");
  const isPlaying = signal(false);
  /** `true` while it waits for data for a second or longer. */
  const isStalled = signal(false);
  video.className = "decoder";
  video.preload = "auto";
  video.playsInline = true;
  video.tabIndex = -1;
  video.ariaHidden = "true";
  for (const name of ["play", "pause", "ended"]) {
    video.addEventListener(name, () => {
      isPlaying.value = !video.paused && !video.ended;
    });
  }
  let stalling: ReturnType<typeof setTimeout> | undefined;
  video.addEventListener("waiting", () => {
    clearTimeout(stalling);
    stalling = setTimeout(() => {
      isStalled.value = !video.paused;
    }, stalledMs);
  });
  for (const name of ["playing", "pause", "seeked"]) {
    video.addEventListener(name, () => {
      clearTimeout(stalling);
      isStalled.value = false;
    });
  }
  canvas.after(video);
  return { video, isPlaying, isStalled };
}

/** Waits for the first picture. @throws Error if the element cannot play the video */
export function load(video: HTMLVideoElement, { url, isReadable }: Source): Promise<void> {
  if (isReadable) video.crossOrigin = "anonymous";
  else video.removeAttribute("crossorigin");
  return new Promise((resolve, reject) => {
    video.addEventListener("loadeddata", () => resolve(), { once: true });
    video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
    video.src = url;
  });
}
