/**
 * Splits messages into PostgreSQL notifications (under 8,000 bytes). They are sent in one transaction and therefore received in order.
 * Pure.
 */
import { SIGNAL } from "@satchel/contract/limits.ts";
import * as z from "zod/mini";
import type { BusMessage } from "./signal-bus.ts";

const PIECE_CHARS = 7800;
/** Pieces of the longest signal, with `ENVELOPE_CHARS` for the ids around it. Messages of more pieces are dropped. */
const ENVELOPE_CHARS = 1000;
const MAX_PIECES = Math.ceil((SIGNAL.maxChars + ENVELOPE_CHARS) / PIECE_CHARS);
/** Milliseconds between the first and the last piece. One transaction sends all of them, so they arrive together. */
const MAX_AGE_MS = 10_000;
const SEPARATOR = " ";

export type Piece = { readonly sender: string; readonly id: string; readonly at: number; readonly count: number; readonly text: string };

/** Characters equal bytes because everything is ASCII: ids and messages are base64url. */
export function toPieces(sender: string, id: string, message: BusMessage): readonly string[] {
  const text = JSON.stringify(message);
  const count = Math.ceil(text.length / PIECE_CHARS);
  return Array.from({ length: count }, (_, at) =>
    [sender, id, at, count, text.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS)].join(SEPARATOR),
  );
}

export function parsePiece(payload: string): Piece | undefined {
  const [, sender, id, at, count, text] = /^(\S+) (\S+) (\d+) (\d+) (.+)$/s.exec(payload) ?? [];
  if (sender === undefined || id === undefined || text === undefined) return undefined;
  return { sender, id, at: Number(at), count: Number(count), text };
}

const busMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("signal"), accountId: z.string(), from: z.string(), message: z.string() }),
  z.object({ kind: z.literal("check"), accountId: z.string() }),
]);

/**
 * Collects pieces and returns a message with its last piece. An incomplete message is dropped when the next one begins, or when it has more
 * pieces than the longest signal.
 */
export function createJoiner(now: () => number): (piece: Piece) => BusMessage | undefined {
  let [id, startedAt] = ["", 0];
  let parts: string[] = [];
  return (piece) => {
    if (piece.at === 0) [id, startedAt, parts] = [piece.id, now(), []];
    const isNext = piece.id === id && piece.at === parts.length && piece.count <= MAX_PIECES && now() - startedAt <= MAX_AGE_MS;
    if (!isNext) return undefined;
    parts.push(piece.text);
    if (parts.length < piece.count) return undefined;
    const text = parts.join("");
    [id, parts] = ["", []];
    return parseMessage(text);
  };
}

function parseMessage(text: string): BusMessage | undefined {
  try {
    const parsed = busMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
