/** Messages between devices over the channel, and their parser. A message that opens was sealed by a device of the vault, of any version. Pure. Decision 0024. */
import { ENTITY_ID, ID_CHARACTER } from "@satchel/contract/ids.ts";
import type { Entity, EntityKind } from "../../model/entities/entity.ts";
import { parseEntity } from "../../model/entities/parsing/parse-entity.ts";
import { type Fields, isFields } from "../../model/entities/parsing/record-values.ts";
import { SIGNALS } from "../../model/limits/limits.ts";

/** `session`: random, new each time the channel opens. `turn` counts what was sent in it. */
export type SignalHead = { readonly session: string; readonly turn: number };

export type SignalBody =
  /** A version, as it will be in the drive. */
  | { readonly kind: "saved"; readonly entity: Entity }
  /** The drive holds something new. */
  | { readonly kind: "look" }
  /**
   * A device that is there. `received`: the sessions that it has received messages from; a device that finds its own among them knows that this message is recent. `noteId`: the note
   * in front of its user. `isLeaving`: the last message of this session.
   */
  | {
      readonly kind: "presence";
      readonly name: string;
      readonly received: readonly string[];
      readonly noteId?: string;
      readonly isLeaving?: boolean;
    };

export type Signal = SignalHead & SignalBody;

const SESSION = new RegExp(`^${ID_CHARACTER}{${SIGNALS.sessionChars}}$`);
const isSession = (value: unknown): value is string => typeof value === "string" && SESSION.test(value);

/** Undefined for what this version cannot use. */
export function parseSignal(value: unknown): Signal | undefined {
  if (!isFields(value)) return undefined;
  const { session, turn } = value;
  if (!isSession(session) || typeof turn !== "number" || !Number.isSafeInteger(turn) || turn < 0) return undefined;
  const body = parseBody(value);
  return body === undefined ? undefined : { session, turn, ...body };
}

function parseBody(value: Fields): SignalBody | undefined {
  if (value.kind === "look") return { kind: "look" };
  if (value.kind === "saved") return parseSaved(value.entity);
  return value.kind === "presence" ? parsePresence(value) : undefined;
}

function parseSaved(value: unknown): SignalBody | undefined {
  if (!isFields(value) || typeof value.id !== "string" || !ENTITY_ID.test(value.id)) return undefined;
  if (value.kind !== "note" && value.kind !== "folder") return undefined;
  const entity = parseEntity(value.kind satisfies EntityKind, value.id, value);
  return entity === undefined ? undefined : { kind: "saved", entity };
}

function parsePresence({ name, received, noteId, isLeaving }: Fields): SignalBody | undefined {
  if (typeof name !== "string" || name.length > SIGNALS.nameMaxChars || !Array.isArray(received) || !received.every(isSession))
    return undefined;
  if (noteId !== undefined && (typeof noteId !== "string" || !ENTITY_ID.test(noteId))) return undefined;
  return {
    kind: "presence",
    name,
    received: received.slice(0, SIGNALS.maxPeers),
    ...(noteId === undefined ? {} : { noteId }),
    ...(isLeaving === true ? { isLeaving } : {}),
  };
}
