/** Marks the answers for a small window, in the `state` of the request. */
export const windowPrefix = "window.";

const channelName = "sign-in";

/**
 * Gives an answer that arrived in a small window to the page that opened it, and closes the window.
 * @returns whether this is such a window
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
 * Waits for the answer to a request that was made in a small window.
 * @param state of that request
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
