/** The sandbox drive in this process, counting requests and bytes in both directions. Each request takes some time on its manual clock. */
import type { Clock, Timers } from "@satchel/core/ports/environment.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { createSandbox } from "@satchel/drive/sandbox/create-sandbox.ts";
import { createMemorySandboxStore } from "@satchel/drive/sandbox/memory-sandbox-store.ts";
import { toFetch } from "@satchel/drive/server/http/to-fetch.ts";
import { createMemoryBlobStore } from "@satchel/drive/storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "@satchel/drive/storage/memory/memory-metadata-store.ts";
import { createChance } from "./corpus.ts";

/** `kinds` counts requests by kind. */
export type Traffic = {
  readonly requests: number;
  readonly bytes: number;
  readonly kinds: Readonly<Record<string, number>>;
};

export type CountedDrive = {
  readonly time: Clock & Timers;
  /** Advances the clock by `ms` without any activity. */
  pass(ms: number): Promise<void>;
  readonly client: DriveClient;
  /** Cuts the connection after `count` more creates; `undefined` restores it. */
  cutAfterCreates(count: number | undefined): void;
  /** Traffic since the last `take`. */
  look(): Traffic;
  take(): Traffic;
};

const REQUEST_MS = 50;
const TOKEN = "counted";
const USER = { id: "ada", email: "ada@sandbox.example", name: "Ada" };

export function createCountedDrive(): CountedDrive {
  const hand = new ManualClock();
  let waitedMs = 0;
  const time: Clock & Timers = { now: () => hand.now() + waitedMs, after: (delayMs, run) => hand.after(delayMs, run) };
  const chance = createChance(7);
  const sandbox = createSandbox({
    drive: { metadata: createMemoryMetadataStore(), blobs: createMemoryBlobStore(), secret: "counted" },
    store: createMemorySandboxStore(),
    clients: [],
    clock: time,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(chance() * 256)),
    users: [USER],
    staticTokens: { [TOKEN]: USER.id },
    control: { random: chance },
  });
  const server = toFetch(sandbox.handle);
  let answered = 0;
  let createsLeft: number | undefined;
  const isCut = (method: string | undefined): boolean => {
    if (createsLeft === undefined) return false;
    if (method === "POST") createsLeft -= 1;
    return createsLeft < 0;
  };
  const client = createDriveClient({
    baseUrls: { api: "http://drive.counted/drive/v3", upload: "http://drive.counted/upload/drive/v3" },
    fetch: async (input, init) => {
      waitedMs += REQUEST_MS;
      if (isCut(init?.method)) throw new TypeError("The line is cut");
      const answer = await server(input, init);
      const body = await answer.arrayBuffer();
      answered += body.byteLength;
      return new Response(answer.status === 204 ? null : body, { status: answer.status, headers: answer.headers });
    },
    token: async () => TOKEN,
    refresh: async () => undefined,
    timers: time,
    random: chance,
    // False while the connection is cut, so that nothing is retried.
    isOnline: () => createsLeft === undefined || createsLeft >= 0,
    limits: { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY },
  });
  const look = (): Traffic => {
    const requests = sandbox.control?.requests() ?? [];
    const bytes = requests.reduce((sum, { requestBytes }) => sum + requestBytes, answered);
    return { requests: requests.length, bytes, kinds: { ...sandbox.control?.counts() } };
  };
  return {
    time,
    client,
    cutAfterCreates(count) {
      createsLeft = count;
    },
    pass: (ms) => hand.advance(ms),
    look,
    take() {
      const traffic = look();
      sandbox.control?.reset();
      answered = 0;
      return traffic;
    },
  };
}
