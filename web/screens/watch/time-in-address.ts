import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { formatOffset, parseOffset } from "../../labels/offset.ts";
import { parseRoute, replaceParams, route } from "../../route.ts";
import type { Watching } from "./watching.ts";

/** Pause between changes of the address, in milliseconds. Browsers allow about a hundred changes in half a minute. */
const pauseMs = 500;

/**
 * Keeps the current time in the address, so that people can send it. Also shows the time of an address that a person
 * enters.
 */
export function useTimeInAddress(watching: ReadonlySignal<Watching | undefined>): void {
  const written = useRef(route.peek().params.get("t"));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useSignalEffect(() => {
    const frame = watching.value?.frame.value;
    if (frame === undefined || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const now = watching.peek()?.frame.peek();
      const time = now && formatOffset(now.ms);
      if (time === undefined || time === written.current || !watching.peek()?.hasPicture.peek()) return;
      // If a person enters an address now, the time in this address is shown first.
      const { params } = parseRoute(location.hash);
      if (params.get("t") !== written.current) return;
      written.current = time;
      params.set("t", time);
      replaceParams(params);
    }, pauseMs);
  });

  useSignalEffect(() => {
    const time = route.value.params.get("t");
    if (time === null || time === written.current) return;
    written.current = time;
    const ms = parseOffset(time);
    if (ms !== undefined) void watching.peek()?.show(ms);
  });

  useEffect(() => () => clearTimeout(timer.current), []);
}
