/** Signals over our server: one POST per message, one streamed response that is reopened after a random delay. Decision 0024. */

import { listenForSignals, type SignalEvent, sendSignal, signalEvent } from "@satchel/contract/devices/signals.ts";
import { SIGNAL } from "@satchel/contract/limits.ts";
import { refusalBody } from "@satchel/contract/refusals.ts";
import type { Signals, SignalsListener } from "@satchel/core/ports/account/signals.ts";
import type { Network, Random, Timers } from "@satchel/core/ports/environment.ts";

export type HttpSignalsDeps = {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  readonly random: Random;
  readonly network: Network;
  /** Token of the account; `undefined` while signed out. */
  readonly token: () => string | undefined;
  /** Called when the stream reports that the account changed or the session ended; the caller verifies it with the server. */
  readonly onAccountChanged: () => void;
  /** Base URL of `/api`; empty for this origin. */
  readonly baseUrl?: string;
};

const SEND_MS = 10_000;
const FIRST_AGAIN_MS = 5000;
const MOST_AGAIN_MS = 60_000;
const ONLINE_AGAIN_MS = 1000;
/** Maximum length of an event. A server that sends more without ending the event is not ours. */
const MAX_EVENT_CHARS = 2 * SIGNAL.maxChars;

export function createHttpSignals(deps: HttpSignalsDeps): Signals {
  return {
    listen: (listener) => new Stream(deps, listener).run(),
    async send(message) {
      if (message.length > SIGNAL.maxChars || deps.token() === undefined) return false;
      const controller = new AbortController();
      const cancel = deps.timers.after(SEND_MS, () => controller.abort());
      const init = { ...toInit(deps, controller.signal), method: sendSignal.method, body: JSON.stringify({ message }) };
      const isTaken = await deps.fetch(urlOf(deps, sendSignal.path), init).then(
        async (response) => {
          await response.body?.cancel();
          return response.ok;
        },
        () => false,
      );
      cancel();
      return isTaken;
    },
  };
}

const urlOf = ({ baseUrl = "" }: HttpSignalsDeps, path: string): string => baseUrl + path;

function toInit({ token }: HttpSignalsDeps, signal: AbortSignal): RequestInit {
  const headers = { Accept: "text/event-stream, application/json", "Content-Type": "application/json", Authorization: `Bearer ${token()}` };
  return { signal, cache: "no-store", credentials: "omit", redirect: "error", headers };
}

class Stream {
  readonly #deps: HttpSignalsDeps;
  readonly #listener: SignalsListener;
  #controller = new AbortController();
  #isStopped = false;
  #isOpen = false;
  #failures = 0;
  /** Reconnect delay that the server named on the stream that just ended. */
  #againMs: number | undefined;
  #cancelAgain: () => void = () => undefined;
  #cancelSilence: () => void = () => undefined;

  constructor(deps: HttpSignalsDeps, listener: SignalsListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  run(): () => void {
    void this.#connect();
    const stopWatching = this.#deps.network.onChange((online) => online && this.#hurry());
    return () => {
      this.#isStopped = true;
      stopWatching();
      this.#cancelAgain();
      this.#controller.abort();
    };
  }

  async #connect(): Promise<void> {
    this.#controller = new AbortController();
    this.#againMs = undefined;
    await this.#read(this.#controller.signal).catch(() => undefined);
    this.#cancelSilence();
    this.#controller.abort();
    if (this.#isStopped) return;
    this.#failures = this.#isOpen ? 0 : this.#failures + 1;
    if (this.#isOpen) this.#listener.onClosed();
    this.#isOpen = false;
    this.#cancelAgain = this.#deps.timers.after(this.#againMs ?? this.#pauseMs(), () => void this.#connect());
  }

  /** Reconnects at once when the network is back, unless a connection is under way. */
  #hurry(): void {
    if (this.#isOpen || this.#isStopped || !this.#controller.signal.aborted) return;
    this.#cancelAgain();
    this.#cancelAgain = this.#deps.timers.after(this.#deps.random() * ONLINE_AGAIN_MS, () => void this.#connect());
  }

  #pauseMs(): number {
    return this.#deps.random() * Math.min(MOST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** this.#failures);
  }

  async #read(signal: AbortSignal): Promise<void> {
    if (this.#deps.token() === undefined) return;
    this.#noteLife();
    const response = await this.#deps.fetch(urlOf(this.#deps, listenForSignals.path), toInit(this.#deps, signal));
    if (response.status === 401) this.#deps.onAccountChanged();
    if (!response.ok || response.body === null) return this.#noteRefusal(await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      this.#noteLife();
      const blocks = (text + part.value).split("\n\n");
      text = blocks.pop() ?? "";
      if (text.length > MAX_EVENT_CHARS) return;
      for (const block of blocks) this.#take(parseEvent(block));
    }
  }

  #take(event: SignalEvent | undefined): void {
    if (this.#isStopped || event === undefined) return;
    if (event.kind === "end") this.#againMs = event.retryAfterMs;
    if (event.kind === "account" || (event.kind === "end" && event.why === "session")) this.#deps.onAccountChanged();
    if (event.kind === "signal") this.#listener.onMessage(event.message);
    if (event.kind !== "open" || this.#isOpen) return;
    this.#isOpen = true;
    this.#listener.onOpen();
  }

  /** Aborts a stream that is silent for longer than the server ever is. */
  #noteLife(): void {
    this.#cancelSilence();
    this.#cancelSilence = this.#deps.timers.after(SIGNAL.silenceMs, () => this.#controller.abort());
  }

  #noteRefusal(text: string): void {
    const body = refusalBody.safeParse(parseJson(text));
    this.#againMs = Math.max(this.#pauseMs(), body.success ? (body.data.retryAfterMs ?? MOST_AGAIN_MS) : 0);
  }
}

function parseEvent(block: string): SignalEvent | undefined {
  if (!block.startsWith("data: ")) return undefined;
  const event = signalEvent.safeParse(parseJson(block.slice("data: ".length)));
  return event.success ? event.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
