/**
 * Splits messages into PostgreSQL notifications (under 8,000 bytes). They are sent in one transaction and therefore received in order.
 * Pure.
 */
import * as z from "zod/mini";
import type { BusMessage } from "./signal-bus.ts";

const PIECE_CHARS = 7800;
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

/** Collects pieces and returns a message with its last piece. An incomplete message is dropped when the next one begins. */
export function createJoiner(): (piece: Piece) => BusMessage | undefined {
  let id = "";
  let parts: string[] = [];
  return (piece) => {
    if (piece.at === 0) [id, parts] = [piece.id, []];
    if (piece.id !== id || piece.at !== parts.length) return undefined;
    parts.push(piece.text);
    return parts.length === piece.count ? parseMessage(parts.join("")) : undefined;
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
