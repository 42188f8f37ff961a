import { text } from "../../text/text.ts";

/** The first screen: all streams, newest first. */
export function Streams() {
  return <h1>{text.value.streams.title}</h1>;
}
