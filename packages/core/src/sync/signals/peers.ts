/**
 * The devices that are present while the channel is open, and which of their messages count: those of a session that names ours as received, and so
 * was sealed just now; each once. Replayed messages of an earlier session are ignored. In memory. Decision 0024.
 */
import { SIGNALS } from "../../model/limits/limits.ts";
import type { Signal } from "./signal.ts";

/** A device that is present: its name, and the note in front of its user. */
export type Peer = { readonly name: string; readonly noteId?: string };

type Known = {
  readonly turns: Set<number>;
  lastTurn: number;
  /** The peer has named our session. */
  knowsUs: boolean;
  isGone: boolean;
  receivedAt: number;
  presenceTurn: number;
  peer: Peer;
};

export type Receipt = {
  /** The message is of a session that names ours, and was not received before. */
  readonly counts: boolean;
  /** The session of the sender does not know ours yet. */
  readonly isNew: boolean;
};

const IGNORED: Receipt = { counts: false, isNew: false };

export class Peers {
  readonly #own: string;
  readonly #known = new Map<string, Known>();

  constructor(own: string) {
    this.#own = own;
  }

  receive(signal: Signal, nowMs: number): Receipt {
    if (signal.session === this.#own) return IGNORED;
    const before = this.#known.get(signal.session);
    // Only presence introduces a session.
    if (before === undefined && signal.kind !== "presence") return IGNORED;
    const known = before ?? this.#add(signal.session);
    if (!isFirst(known, signal.turn)) return IGNORED;
    if (signal.kind === "presence") notePresence(known, signal, { own: this.#own, nowMs });
    return { counts: known.knowsUs, isNew: before === undefined && !known.isGone };
  }

  /** Sessions that a presence of ours names. */
  receivedSessions(): readonly string[] {
    return [...this.#known].filter(([, { isGone }]) => !isGone).map(([session]) => session);
  }

  /** Returns the peers that are present, as far as is known. */
  present(nowMs: number): readonly Peer[] {
    return [...this.#known.values()].filter((known) => isThere(known, nowMs)).map(({ peer }) => peer);
  }

  #add(session: string): Known {
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= SIGNALS.maxPeers) this.#known.delete(oldest);
    const known: Known = {
      turns: new Set(),
      lastTurn: -1,
      knowsUs: false,
      isGone: false,
      receivedAt: Number.NEGATIVE_INFINITY,
      presenceTurn: -1,
      peer: { name: "" },
    };
    this.#known.set(session, known);
    return known;
  }
}

/** Messages may overtake each other by `turnsKept`; a message that is further behind counts as received. */
function isFirst(known: Known, turn: number): boolean {
  if (turn <= known.lastTurn - SIGNALS.turnsKept || known.turns.has(turn)) return false;
  known.turns.add(turn);
  known.lastTurn = Math.max(known.lastTurn, turn);
  for (const kept of known.turns) if (kept <= known.lastTurn - SIGNALS.turnsKept) known.turns.delete(kept);
  return true;
}

function notePresence(
  known: Known,
  signal: Signal & { readonly kind: "presence" },
  { own, nowMs }: { readonly own: string; readonly nowMs: number },
): void {
  known.knowsUs ||= signal.received.includes(own);
  // A message that arrives after a newer one is outdated.
  if (signal.turn < known.presenceTurn) return;
  const { name, noteId, isLeaving = false } = signal;
  known.presenceTurn = signal.turn;
  known.isGone = isLeaving;
  known.receivedAt = nowMs;
  known.peer = { name, ...(noteId === undefined ? {} : { noteId }) };
}

function isThere({ knowsUs, isGone, receivedAt }: Known, nowMs: number): boolean {
  const ageMs = nowMs - receivedAt;
  return knowsUs && !isGone && ageMs >= 0 && ageMs < SIGNALS.goneAfterMs;
}
