/** A route's answer that goes on: server-sent events of the contract's shape, until the reader leaves or anyone who writes them ends it. */
import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { isRefused, type Refusal } from "../shared/refusal.ts";
import { sendRefusal } from "./problem.ts";

/** Each answers false where the reader does not keep up. */
export type EventWriter = { readonly send: (event: object) => boolean; readonly beat: () => boolean; readonly close: () => void };

/** Of what a reader has not taken yet, so much is held for it. */
const MAX_WAITING_BYTES = 1_048_576;
const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" } as const;

export class EventStream {
  /** Called once with what to write to. The answer is called when the reader is gone. */
  readonly open: (writer: EventWriter) => (() => void) | Refusal;

  constructor(open: EventStream["open"]) {
    this.open = open;
  }
}

/** Only the raw answer lives as long as the stream; the framework is done with it here. */
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

/** What is written before the head of the answer waits for it. */
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
    // What it has not read by then, it reads no more.
    close: () => (raw.writableLength > MAX_WAITING_BYTES ? raw.destroy() : raw.end()),
  };
  const release = (): void => {
    const texts = early ?? [];
    early = undefined;
    for (const text of texts) write(text);
  };
  return { held, release };
}
