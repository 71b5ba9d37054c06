/**
 * One open page in virtual time: the product's notes, attachments, sync loop and connection, over the real drive server and a wire that can
 * be cut.
 * Whenever anything behind the interface changes, what the interface claims is compared with the truth.
 */

import { createHash } from "node:crypto";
import { createConnectionService } from "@satchel/core/connection/connection-service.ts";
import { decideLink, type Link, maySync } from "@satchel/core/connection/link.ts";
import { watchServer } from "@satchel/core/connection/server-watch-service.ts";
import type { AttachmentStatus } from "@satchel/core/library/attachments/attachment-status.ts";
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { REQUEST } from "@satchel/core/model/limits/limits.ts";
import { failed } from "@satchel/core/model/result.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import type { Backend, BackendResult } from "@satchel/core/ports/account/backend.ts";
import type { Network } from "@satchel/core/ports/environment.ts";
import { createUploads } from "@satchel/core/sync/attachments/upload-service.ts";
import { createSyncEngine } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { retryParked } from "@satchel/core/sync/queue/retry-service.ts";
import { createSyncService } from "@satchel/core/sync/schedule/sync-service.ts";
import type { SyncService } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { DEFAULT_SYNC_SETTINGS } from "@satchel/core/sync/settings/sync-settings.ts";
import { createMemoryBackend, OFFLINE } from "@satchel/core/testing/memory-backend.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createMemoryTabs } from "@satchel/core/testing/memory-tabs.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { type DriveStatus, decideDriveStatus } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import { createDriveAttachments } from "@satchel/web/adapters/drive/drive-attachments.ts";
import { createDriveRemoteStore } from "@satchel/web/adapters/drive/drive-remote-store.ts";
import { forwardDriveStatus } from "@satchel/web/app/composition/account/drive-status.ts";
import type { LibraryState } from "@satchel/web/shared/services.ts";
import { falseFileClaims } from "../device/device-files.ts";
import { falseClaims } from "../oracle/oracle.ts";
import { ACCESS_TOKEN, DRIVE_URLS, type SimDrive } from "../world/drive.ts";
import { createWire, FAIR_WEATHER, type Wire } from "../world/network.ts";
import { Chance } from "../world/random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

export type WorkstationOptions = {
  readonly name: string;
  readonly time: VirtualTime;
  readonly drive: SimDrive;
  readonly isOnline?: boolean;
};

export type Workstation = {
  readonly notes: OpenedNotesService;
  readonly sync: SyncService;
  readonly wire: Wire;
  /** Creates a note with an attached file of `bytes` bytes. */
  attach(title: string, bytes: number): Promise<void>;
  /** The upload status of each attached file. */
  files(): readonly AttachmentStatus[];
  /** The connection state that the header's dot shows. */
  link(): Link;
  setOnline(isOnline: boolean): void;
  /** The status that the header states in a sentence. */
  status(): DriveStatus;
  /** The access token expires; the next renewal brings a valid one. */
  expire(): void;
  /** The user's permission is withdrawn at the drive. */
  revoke(): void;
  /** The user connects again through the drive's own page. */
  reconnect(): Promise<void>;
  /** Sets whether our own server answers. */
  setServer(isUp: boolean): void;
  /** Lets our own server accept requests without answering them. */
  setServerHanging(isHanging: boolean): void;
  /** How many renewals the server was asked for. */
  renewals(): number;
  /** Every claim that was ever wrong and every 'Connected' without a network, each listed once. */
  readonly falseClaims: ReadonlySet<string>;
};

const EMAIL = "ada@example.org";
/** The drive accepts no smaller pieces. Files larger than `onePieceMaxBytes` go in pieces. */
const SMALL_PIECES = { onePieceMaxBytes: 2000, pieceBytes: 262_144 };

export async function openWorkstation({ name, time, drive, isOnline = true }: WorkstationOptions): Promise<Workstation> {
  const chance = new Chance(name.length + 7);
  const wire = createWire(
    { time, chance: chance.fork(), server: drive.fetch, onAmbiguous: () => undefined, trace: () => undefined },
    FAIR_WEATHER,
  );
  wire.setOnline(isOnline);
  const network = createNetwork(wire);
  const { backend, token, renewals, revoke, grant, setServer, setServerHanging } = await signedIn(wire, time);
  const ids = { random: (length: number) => Array.from({ length }, () => chance.int(0, 35).toString(36)).join("") };
  const session = createUnionStore({ kind: "signed-in", vault: "open", vaultId: "v", hasPendingRecoveryKey: false, user: USER } as const);
  const connection = createConnectionService({
    backend,
    session,
    token: () => token,
    sessionRefused: () => undefined,
    authorization: NO_LEAVING,
    preferences: createMemoryPreferences(),
    clock: time,
    timers: time,
    network,
    channel: createMemoryTabs<never>()() as never,
    exclusive: createMemoryExclusive(),
    reachability: { check: async () => "reachable" },
  });
  const store = new MemoryLocalStore(new MemoryDisk(name));
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const notes = createNotesService({ library, clock: time, timers: time, ids, isSyncing: () => false });
  const codec = createPlainCodec((bytes) => createHash("md5").update(bytes).digest("hex"));
  const line = createStore<{ readonly isSilent: boolean }>({ isSilent: false });
  const client = createDriveClient({
    onSilence: (isSilent) => line.setState({ isSilent }),
    baseUrls: DRIVE_URLS,
    fetch: wire.fetch,
    token: async () => ((await connection.access()?.token()) === undefined ? undefined : ACCESS_TOKEN),
    refresh: async () => {
      if ((await connection.access()?.refresh()) === undefined) return undefined;
      wire.setAccess(true);
      return ACCESS_TOKEN;
    },
    timers: time,
    random: () => chance.next(),
    isOnline: wire.isOnline,
    limits: { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY },
  });
  const remote = createDriveRemoteStore({ client, newTargetId: () => ids.random(12) });
  const fileRemote = createDriveAttachments({ client, isOfThisDrive: () => true, pieces: SMALL_PIECES });
  const uploads = createUploads({
    library,
    store,
    remote: { ...fileRemote, reserveIds: remote.reserveIds },
    codec,
    exclusive: createMemoryExclusive(),
    clock: time,
    isOnline: network.isOnline,
  });
  const attachments = createAttachmentsService({
    library,
    store,
    codec,
    clock: time,
    ids,
    cloud: { remote: fileRemote, uploads },
  });
  const sync = createSyncService({
    library,
    engine: createSyncEngine(codec),
    remote,
    attachments: { store, remote: fileRemote },
    mayPack: () => false,
    ids,
    clock: time,
    timers: time,
    random: () => chance.next(),
    network,
    line,
    leadership: {
      lead: (_name, run) => {
        void run({ aborted: false });
        return () => undefined;
      },
    },
    isVisible: () => true,
    onVisible: () => () => undefined,
    settings: createStore(DEFAULT_SYNC_SETTINGS),
    afterCycle: async () => {
      void uploads.run();
      await notes.ensureDefaultFolders();
    },
  });
  const link = (): Link => {
    const { problem, phase } = sync.store.getState();
    return decideLink({ connection: connection.store.getState(), problem, isOnline: network.isOnline(), isPaused: phase === "off" });
  };
  watchServer({ connection, isThere: async () => (await backend.serverInfo()).ok, timers: time });
  const wrong = watchClaims(library, notes, () => (link() === "connected" && !wire.isOnline() ? "connected without a network" : undefined));
  connection.store.subscribe((now, before) => {
    wrong.look();
    if (maySync(now) === maySync(before)) return;
    if (!maySync(now)) return void sync.stop();
    sync.start();
    void retryParked(library);
  });
  const openedStore = createUnionStore<LibraryState>({ kind: "none" });
  forwardDriveStatus(openedStore, { connection, refreshSession: async () => undefined });
  openedStore.replace({ kind: "open", library: { kind: "cloud", sync } } as unknown as LibraryState);
  sync.store.subscribe(wrong.look);
  if (maySync(connection.store.getState())) sync.start();
  return {
    notes,
    sync,
    wire,
    async attach(title, bytes) {
      const file = { bytes: new Uint8Array(bytes).fill(7), fileName: "file", mimeType: "text/plain" };
      const added = await attachments.add(file, { use: "file", isSensitive: false, noteId: null });
      if (!added.ok) throw new Error(added.problem.kind);
      await notes.create({ title, content: `<p><a data-file-id="${added.value.id}" href="#">file</a></p>` }, null);
    },
    files: () => [...attachments.store.getState().statuses.values()],
    link,
    status: () => decideDriveStatus({ connection: connection.store.getState(), sync: sync.store.getState(), isOnline: network.isOnline() }),
    renewals,
    revoke() {
      revoke();
      wire.setAccess(false);
    },
    async reconnect() {
      await grant();
      await connection.reconnect();
    },
    setServer,
    setServerHanging,
    setOnline(next) {
      wire.setOnline(next);
      network.notify();
      wrong.look();
    },
    expire: () => wire.setAccess(false),
    falseClaims: wrong.found,
  };
}

const USER = { email: EMAIL, needsOnboarding: false, planType: "free", createdAt: 0 } as const;

const NO_LEAVING = {
  origin: "http://localhost",
  randomToken: () => "x".repeat(43),
  challengeOf: async () => "x",
  keep: () => true,
  kept: () => undefined,
  markReconnecting: () => undefined,
  takeReconnecting: () => false,
  leaveTo: () => {
    throw new Error("nobody is sent to a sign-in page while the refresh token lives");
  },
};

function createNetwork(wire: Wire): Network & { notify(): void } {
  const listeners = new Set<(isOnline: boolean) => void>();
  return {
    isOnline: wire.isOnline,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener(wire.isOnline());
    },
  };
}

/** An account with a connected drive. Its requests to our server go over the same network. */
async function signedIn(wire: Wire, time: VirtualTime) {
  const memory = createMemoryBackend();
  memory.addPlainAccount(EMAIL, { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "A".repeat(22) }, "s1_x");
  const answer = await memory.login({ email: EMAIL, password: "s1_x" });
  if (!answer.ok) throw new Error(answer.problem.kind);
  const { token } = answer.value;
  const grant = async (): Promise<void> => {
    const code = memory.cloud.issueCode({ sub: "g-1", email: "ada@drive.example", name: "Ada" });
    await memory.oauthCallback(token, { code, redirect_uri: "/auth/google/callback", code_verifier: "x".repeat(43) });
    wire.setAccess(true);
  };
  await grant();
  let asked = 0;
  let isUp = true;
  let isHanging = false;
  /** Gives up a request that gets no answer, as the adapter does. */
  const reach = async <Value>(ask: () => BackendResult<Value>): BackendResult<Value> => {
    if (!isUp || !wire.isOnline()) return failed(OFFLINE);
    if (!isHanging) return ask();
    await time.wait(REQUEST.connectionTimeoutMs);
    return failed({ kind: "timed-out", afterMs: REQUEST.connectionTimeoutMs });
  };
  const backend: Backend = {
    ...memory,
    cloudConfig: () => reach(() => memory.cloudConfig()),
    serverInfo: () => reach(() => memory.serverInfo()),
    cloudStatus: (who) => reach(() => memory.cloudStatus(who)),
    refreshAccess: (who, handle) => {
      asked += 1;
      return reach(() => memory.refreshAccess(who, handle));
    },
  };
  const setServer = (next: boolean): void => {
    isUp = next;
  };
  const setServerHanging = (next: boolean): void => {
    isHanging = next;
  };
  return { backend, token, renewals: () => asked, revoke: () => memory.cloud.revoke(EMAIL), grant, setServer, setServerHanging };
}

function watchClaims(library: Library, notes: OpenedNotesService, alsoWrong: () => string | undefined) {
  const found = new Set<string>();
  const look = (): void => {
    const { index } = library;
    const truth = { entity: (id: string) => index.entities.get(id), filesOf: (id: string) => index.filesOf(id), tainted: index.tainted };
    for (const claim of falseClaims(notes.store.getState(), truth)) found.add(claim);
    for (const claim of falseFileClaims(notes.store.getState(), library)) found.add(claim);
    const other = alsoWrong();
    if (other !== undefined) found.add(other);
  };
  library.onChange(look);
  return { found: found as ReadonlySet<string>, look };
}
