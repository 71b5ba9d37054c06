/** An answer that is handed on as it comes from elsewhere, neither kept nor checked. It ends when its reader goes away. */
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export class ProxiedResponse {
  readonly type: string;
  readonly stream: Readable;
  readonly stop: () => void;

  constructor(type: string, stream: Readable, stop: () => void) {
    this.type = type;
    this.stream = stream;
    this.stop = stop;
  }
}

export function sendProxied(reply: FastifyReply, { type, stream, stop }: ProxiedResponse): FastifyReply {
  reply.raw.once("close", stop);
  // A host that breaks off breaks this answer off: its reader must not take half of one for a whole.
  stream.once("error", () => reply.raw.destroy());
  return reply.header("cache-control", "no-store").header("x-accel-buffering", "no").type(type).send(stream);
}
