/** A streaming response: server-sent events in the contract's format, until the client disconnects or the writer closes the stream. */
import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { isRefused, type Refusal } from "../shared/refusal.ts";
import { sendRefusal } from "./problem.ts";

/** `send` and `beat` return false if the client is more than `MAX_WAITING_BYTES` behind or the connection has ended. */
export type EventWriter = { readonly send: (event: object) => boolean; readonly beat: () => boolean; readonly close: () => void };

/** Bytes buffered for a slow client. Beyond this, writes return false and the caller drops the stream. */
const MAX_WAITING_BYTES = 1_048_576;
const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" } as const;

export class EventStream {
  /** Called once with the writer. The returned function is called when the client has disconnected. */
  readonly open: (writer: EventWriter) => (() => void) | Refusal;

  constructor(open: EventStream["open"]) {
    this.open = open;
  }
}

/** Only the raw response lives as long as the stream; the framework's reply ends here. */
export function sendEventStream(reply: FastifyReply, { open }: EventStream): FastifyReply {
  const { raw } = reply;
  const writer = toWriter(raw);
  const leave = open(writer.held);
  if (isRefused(leave)) return sendRefusal(reply, leave);
  raw.once("close", leave);
  reply.hijack();
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
  writer.release();
  return reply;
}

/** Text written before the response's head is held until the head is sent. */
function toWriter(raw: ServerResponse): { readonly held: EventWriter; readonly release: () => void } {
  let early: string[] | undefined = [];
  const write = (text: string): boolean => {
    if (early !== undefined) return early.push(text) > 0;
    if (raw.writableEnded || raw.destroyed || raw.writableLength > MAX_WAITING_BYTES) return false;
    raw.write(text);
    return true;
  };
  const held: EventWriter = {
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    beat: () => write(":\n\n"),
    // A client that is too far behind is disconnected without the rest.
    close: () => (raw.writableLength > MAX_WAITING_BYTES ? raw.destroy() : raw.end()),
  };
  const release = (): void => {
    const texts = early ?? [];
    early = undefined;
    for (const text of texts) write(text);
  };
  return { held, release };
}
