/** Prefix of `state` in requests of the small window. */
export const windowPrefix = "window.";

const channelName = "sign-in";

/**
 * Sends a response that arrived in a small window to the page that opened it, and closes the window.
 * @returns `true` if this is such a window
 */
export function passOn(answer: URLSearchParams | undefined): boolean {
  if (!answer?.get("state")?.startsWith(windowPrefix)) return false;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(answer.toString());
  channel.close();
  window.close();
  return true;
}

/**
 * Waits for the response to a request that was made in a small window.
 * @param state that request's `state`
 */
export function answerFromWindow(state: string, signal: AbortSignal): Promise<URLSearchParams> {
  const channel = new BroadcastChannel(channelName);
  signal.addEventListener("abort", () => channel.close());
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const answer = new URLSearchParams(String(data));
      if (answer.get("state") !== state) return;
      channel.close();
      resolve(answer);
    };
  });
}
