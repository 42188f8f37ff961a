import { Address } from "../../../../web/picture/address.ts";
import type { Player, Source } from "../../../../web/picture/player.ts";
import { Stage } from "../../../../web/picture/stage.ts";
import { openPlayer, readIndex } from "../../../../web/player/open-player.ts";

declare global {
  var bench: typeof measures;
}

/** The address of a video that needs no service. */
class PlainAddress extends Address {
  readonly #url: string;
  constructor(url: string) {
    super(0);
    this.#url = url;
  }
  override async source(): Promise<Source> {
    return { url: this.#url, isReadable: true, isHls: false };
  }
  override readonly fetchBytes: typeof fetch = (input, init) => fetch(input, init);
}

/** When the frames were drawn: their time in ms, and the time on the clock of sound. */
const drawn: { readonly ms: number; readonly soundSeconds: number }[] = [];
let sound: AudioContext | undefined;

/** Notes each frame that it draws. */
class NotingStage extends Stage {
  override show(...shown: Parameters<Stage["show"]>): void {
    super.show(...shown);
    drawn.push({ ms: shown[2].ms, soundSeconds: sound?.currentTime ?? 0 });
  }
}

const canvas = document.createElement("canvas");
canvas.style.cssText = "width: 1240px; height: 698px";
document.body.append(canvas);
const stage = new NotingStage(canvas, () => []);
let opened: { readonly player: Player; readonly close: () => void } | undefined;

function player(): Player {
  if (opened === undefined) throw new Error("No video is open.");
  return opened.player;
}

/** Returns the time of each run, in milliseconds. */
async function timed(count: number, run: (round: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < count; round++) {
    const startMs = performance.now();
    await run(round);
    took.push(performance.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return took;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** They run in a browser, and measure the page's own player. */
const measures = {
  /**
   * Opens a video by the browser's decoder or by a media element.
   * @returns milliseconds until the first picture is drawn
   */
  async open({ url, byElement }: { url: string; byElement: boolean }): Promise<number> {
    measures.close();
    const startMs = performance.now();
    const address = new PlainAddress(new URL(url, location.href).href);
    const index = await readIndex(address);
    const chosen = index && byElement ? { ...index, decodable: undefined } : index;
    const made = await openPlayer(stage, address, chosen);
    const tookMs = performance.now() - startMs;
    opened = {
      player: made,
      close: () => {
        made.close();
        index?.close();
      },
    };
    if ((document.querySelector("video") !== null) !== byElement) throw new Error("Another player opened.");
    return tookMs;
  },

  close(): void {
    opened?.close();
    opened = undefined;
  },

  show: (ms: number) => player().show(ms),

  /** Steps by one frame at a time. @param by 1 or -1 */
  steps: ({ count, by }: { count: number; by: 1 | -1 }) => timed(count, () => player().step(by)),

  seeks: (timesMs: readonly number[]) => timed(timesMs.length, (n) => player().show(timesMs[n] ?? 0)),

  /** Plays for a time. @returns the number of different frames that were drawn, and the time played in the video */
  async play({ rate, fromMs, forMs }: { rate: number; fromMs: number; forMs: number }) {
    await player().show(fromMs);
    drawn.length = 0;
    player().setRate(rate);
    await player().play();
    await pause(forMs);
    player().pause();
    player().setRate(1);
    const times = drawn.map(({ ms }) => ms);
    return { frames: new Set(times).size, playedMs: Math.max(...times) - fromMs };
  },

  /**
   * Plays a video that beeps at each full second, and compares the beeps with the frames of full seconds.
   * @returns by how many milliseconds each frame is drawn after its beep leaves the loudspeaker
   */
  async lateness({ fromMs, forMs }: { fromMs: number; forMs: number }): Promise<number[]> {
    const beeps = await hearBeeps();
    await player().show(fromMs);
    drawn.length = 0;
    beeps.length = 0;
    await player().play();
    await pause(forMs);
    player().pause();
    const latency = sound?.outputLatency || sound?.baseLatency || 0;
    const full = drawn.filter(({ ms }) => ms % 1000 === 0);
    return beeps.flatMap((beep) => {
      const late = full.map(({ soundSeconds }) => (soundSeconds - latency - beep) * 1000);
      const [nearest] = late.sort((a, b) => Math.abs(a) - Math.abs(b));
      return nearest !== undefined && Math.abs(nearest) < 450 ? nearest : [];
    });
  },
};

const listener = `registerProcessor("beeps", class extends AudioWorkletProcessor {
  #last = 0;
  process([[samples = []]]) {
    samples.forEach((sample, i) => {
      if (Math.abs(sample) < 0.05) return;
      const seconds = currentTime + i / sampleRate;
      if (seconds - this.#last > 0.1) this.port.postMessage(seconds);
      this.#last = seconds;
    });
    return true;
  }
})`;

let heard: Promise<number[]> | undefined;

/** Returns the times of beeps on the clock of sound. The player's sound goes through a listener from now on. */
function hearBeeps(): Promise<number[]> {
  heard ??= (async () => {
    const beeps: number[] = [];
    const module = URL.createObjectURL(new Blob([listener], { type: "text/javascript" }));
    const connect = AudioNode.prototype.connect;
    const listeners = new WeakMap<BaseAudioContext, AudioWorkletNode>();
    const OwnContext = AudioContext;
    globalThis.AudioContext = class extends OwnContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        sound = this;
      }
    };
    AudioNode.prototype.connect = function (this: AudioNode, ...to: [AudioNode]) {
      const context = this.context;
      const node = listeners.get(context);
      if (node && to[0] === context.destination && this !== node) Reflect.apply(connect, this, [node]);
      return Reflect.apply(connect, this, to);
    } as AudioNode["connect"];
    // The player makes its context when it first plays sound.
    await player().play();
    await pause(500);
    player().pause();
    if (sound === undefined) throw new Error("There is no sound.");
    await sound.audioWorklet.addModule(module);
    const node = new AudioWorkletNode(sound, "beeps");
    node.port.onmessage = ({ data }) => beeps.push(data);
    Reflect.apply(connect, node, [sound.destination]);
    listeners.set(sound, node);
    return beeps;
  })();
  return heard;
}

globalThis.bench = measures;
