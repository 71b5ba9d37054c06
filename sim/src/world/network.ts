/**
 * The network between a device and the drive: delays, losses before and after the effect, requests that arrive minutes later, server
 * failures, and hours offline. The server behind it is the real one; only the wire is simulated. sync.md §10 "Requests".
 */
import { toResponse } from "./in-process.ts";
import type { Chance } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

export type Weather = {
  /** Each of these is a probability per request. */
  readonly lostBefore: number;
  readonly lostAfter: number;
  readonly landsDelayed: number;
  readonly serverFails: number;
  readonly throttled: number;
  readonly tokenRefused: number;
  /** The mean delay in each direction, in milliseconds. */
  readonly delayMs: number;
};

export const FAIR_WEATHER: Weather = {
  lostBefore: 0,
  lostAfter: 0,
  landsDelayed: 0,
  serverFails: 0,
  throttled: 0,
  tokenRefused: 0,
  delayMs: 20,
};

export type Wire = {
  readonly fetch: typeof fetch;
  setOnline(online: boolean): void;
  /** While access has expired, the drive refuses everything until the user connects again. */
  setAccess(isGood: boolean): void;
  setWeather(weather: Weather): void;
  /** Sets the answer that replaces the drive's, if any, for each request. `lost`: the line breaks; `hangs`: no answer ever comes. */
  setFault(fault: (request: Asked) => Fault): void;
  isOnline(): boolean;
};

export type Asked = { readonly method: string; readonly url: string };
export type Refusal = { readonly status: number; readonly reason: string };
export type Fault = Refusal | "lost" | "hangs" | undefined;

export type WireDeps = {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly server: typeof fetch;
  readonly onAmbiguous: () => void;
  readonly trace: (line: string) => void;
};

export function createWire(deps: WireDeps, start: Weather): Wire {
  const { time, chance, server } = deps;
  let weather = start;
  let online = true;
  let hasAccess = true;
  let faultOf: (request: Asked) => Fault = () => undefined;

  const delay = (): Promise<void> => time.wait(chance.next() * 2 * weather.delayMs);
  const refuse = (status: number, reason: string): Response => {
    const error = { code: status, message: reason, errors: [{ domain: "global", reason, message: reason }] };
    return toResponse(status, { "content-type": "application/json" }, new TextEncoder().encode(JSON.stringify({ error })));
  };

  const send = async (request: Sent): Promise<Response> => {
    await delay();
    if (!online || chance.happens(weather.lostBefore)) throw new TypeError("The request was lost");
    if (chance.happens(weather.serverFails / 2)) return refuse(503, "backendError");
    if (chance.happens(weather.throttled)) return refuse(429, "rateLimitExceeded");
    const fault = faultOf({ method: request.init.method ?? "GET", url: String(request.input) });
    if (fault === "lost") throw new TypeError("Nobody answers");
    if (fault === "hangs") return new Promise(() => {});
    if (!hasAccess || chance.happens(weather.tokenRefused)) return refuse(401, "authError");
    if (fault !== undefined) return refuse(fault.status, fault.reason);
    if (chance.happens(weather.landsDelayed)) return landDelayed(request);
    const answer = await server(request.input, request.init);
    const failsAfter = chance.happens(weather.serverFails / 2);
    const isLost = chance.happens(weather.lostAfter);
    await delay();
    if (isLost || !online) return lose();
    return failsAfter ? ambiguous(refuse(500, "internalError")) : answer;
  };

  /** The client has given up long before, but the write still takes effect. */
  const landDelayed = (request: Sent): Promise<Response> => {
    deps.onAmbiguous();
    const afterMs = chance.int(20_000, 20 * 60_000);
    deps.trace(`${request.init.method ?? "GET"} lands ${Math.round(afterMs / 1000)} s late`);
    time.after(afterMs, () => void server(request.input, request.init));
    return new Promise(() => {});
  };

  const lose = (): never => {
    deps.onAmbiguous();
    throw new TypeError("The answer was lost");
  };
  const ambiguous = (response: Response): Response => {
    deps.onAmbiguous();
    return response;
  };

  return {
    fetch: (input, init) => Promise.race([send({ input, init: withoutSignal(init) }), aborted(init?.signal ?? undefined)]),
    isOnline: () => online,
    setOnline(next) {
      online = next;
    },
    setAccess(isGood) {
      hasAccess = isGood;
    },
    setWeather(next) {
      weather = next;
    },
    setFault(next) {
      faultOf = next;
    },
  };
}

type Sent = { readonly input: Parameters<typeof fetch>[0]; readonly init: RequestInit };

/** A client that gives up does not call its request back: the request may still arrive. */
function withoutSignal(init: RequestInit | undefined): RequestInit {
  const { signal: _signal, ...rest } = init ?? {};
  return rest;
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("Given up", "AbortError")));
  });
}
