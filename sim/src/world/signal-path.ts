/**
 * The signal channel between the devices of a run, as bad as it can be. It loses, duplicates, delays and reorders what is sent, replays
 * recorded messages to anyone, and sends invented ones. A message is either sealed as a device of the vault would seal it, or does not
 * open. Decision 0024.
 */
import { createHash } from "node:crypto";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { SignalSealing, Signals, SignalsListener } from "@satchel/core/ports/account/signals.ts";
import type { Chance } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

const SECRET = "known to devices alone";
const MOST_DELAY_MS = 400;
const MOST_HOLD_MS = 20 * 60_000;
/** How many sent messages are recorded for replay. */
const RECORDED = 400;

/** The channel's end at one process of a device. `isThere`: the process lives and is online. */
type End = { readonly listener: SignalsListener; readonly isThere: () => boolean };

type Deps = { readonly time: VirtualTime; readonly chance: Chance; readonly trace: (line: string) => void };

export class SignalPath {
  readonly #deps: Deps;
  readonly #ends = new Set<End>();
  readonly #recorded: string[] = [];
  /** The share of messages that something happens to. */
  readonly #badness: number;
  #isOpen = true;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#badness = deps.chance.next();
  }

  join(isThere: () => boolean): Signals {
    let own: End | undefined;
    return {
      listen: (listener) => {
        const end = { listener, isThere };
        own = end;
        this.#ends.add(end);
        if (this.#isOpen) listener.onOpen();
        return () => void this.#ends.delete(end);
      },
      send: async (message) => {
        if (!this.#isOpen || !isThere()) return false;
        this.#record(message);
        for (const end of this.#ends) if (end !== own) this.#carry(message, end);
        if (this.#deps.chance.happens(0.2 * this.#badness)) this.#meddle();
        return true;
      },
    };
  }

  close(): void {
    this.#isOpen = false;
    for (const { listener, isThere } of this.#ends) if (isThere()) listener.onClosed();
  }

  #record(message: string): void {
    this.#recorded.push(message);
    if (this.#recorded.length > RECORDED) this.#recorded.shift();
  }

  #carry(message: string, to: End): void {
    const { chance } = this.#deps;
    if (chance.happens(0.3 * this.#badness)) return;
    this.#deliver(message, to);
    if (chance.happens(0.3 * this.#badness)) this.#deliver(message, to);
  }

  #deliver(message: string, to: End): void {
    const { chance, time } = this.#deps;
    const isHeld = chance.happens(0.2 * this.#badness);
    time.after(chance.int(0, isHeld ? MOST_HOLD_MS : MOST_DELAY_MS), () => {
      if (this.#isOpen && to.isThere()) to.listener.onMessage(message);
    });
  }

  /** Sends an old or an invented message to everyone. */
  #meddle(): void {
    const { chance } = this.#deps;
    const message = chance.pick(this.#recorded) ?? "";
    const sent = chance.happens(0.5) ? message : forge(message, chance);
    for (const end of this.#ends) this.#deliver(sent, end);
  }
}

function forge(message: string, chance: Chance): string {
  const at = chance.int(0, message.length);
  const put = chance.pick(["", "{", "9", "forged", message.slice(0, at), '"counter":99']) ?? "";
  return `${message.slice(0, at)}${put}${message.slice(at + chance.int(0, 3))}`;
}

/** Readable, and sealed all the same: without the secret no one can seal a changed message. */
export function createSimSignalSealing(): SignalSealing {
  const sealOf = (text: string): string => createHash("md5").update(`${SECRET}${text}`).digest("hex");
  return {
    sealSignal: async (content) => {
      const text = JSON.stringify(content);
      return ok(`${sealOf(text)}${text}`);
    },
    openSignal: async (message) => {
      const text = message.slice(32);
      return message.slice(0, 32) === sealOf(text) ? ok(JSON.parse(text) as object) : failed("damaged");
    },
  };
}
