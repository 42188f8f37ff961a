import { type CodecContext, Packet } from "node-av";

/** An encoder, and all packets that it has written, in the order of time. */
export type Encoded = { readonly encoder: CodecContext; readonly packets: Packet[] };

/** Receives the packets that an encoder has ready. */
export async function packetsOf(encoder: CodecContext): Promise<Packet[]> {
  const packets: Packet[] = [];
  for (;;) {
    const packet = new Packet();
    packet.alloc();
    if ((await encoder.receivePacket(packet)) < 0) {
      packet.free();
      return packets;
    }
    packets.push(packet);
  }
}

/** Frees an encoder and its packets. */
export function release(encoded: Encoded | undefined): void {
  if (encoded === undefined) return;
  for (const packet of encoded.packets) packet.free();
  encoded.encoder.freeContext();
}
