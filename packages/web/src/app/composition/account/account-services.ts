/** Account, connection, local mode, library and device state over their adapters. Built once, in the order of their dependencies. */

import { deviceName } from "@satchel/contract/devices/device-name.ts";
import { createConnectionService } from "@satchel/core/connection/connection-service.ts";
import type { ConnectionService } from "@satchel/core/connection/connection-service-types.ts";
import { lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";
import { SIGN_OUT } from "@satchel/core/model/limits/limits.ts";
import { CHANNEL, LOCAL_DATABASE, LOCAL_KEYS, TRANSFER_DATABASE } from "@satchel/core/model/storage-keys.ts";
import { createLocalModeService, type LocalModeService } from "@satchel/core/transfer/local-mode/local-mode-service.ts";
import { createUpgradeCheck, type UpgradeCheck } from "@satchel/core/transfer/upgrade/upgrade-check-service.ts";
import { type AccountDeps, createAccountService } from "@satchel/core/vault/account/account-service.ts";
import type { AccountService, SessionApi, SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { createSensitiveService } from "@satchel/core/vault/sensitive/sensitive-service.ts";
import type { SensitiveService } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { deleteTemporaryFiles } from "../../../adapters/archive/temporary-file.ts";
import { createBrowserAuthorization } from "../../../adapters/backend/browser-authorization.ts";
import { createBrowserCredentials } from "../../../adapters/backend/browser-credentials.ts";
import { createHttpBackend } from "../../../adapters/backend/http-backend.ts";
import { type DeviceStateController, watchDevice } from "../../../adapters/browser/device-state.ts";
import {
  browserClock,
  browserFetch,
  browserIds,
  browserNetwork,
  browserTimers,
  browserUserAgent,
  pageAttention,
  pageVisibility,
} from "../../../adapters/browser/environment.ts";
import { within } from "../../../adapters/browser/erase-personal-data.ts";
import { browserPreferences } from "../../../adapters/browser/preferences.ts";
import { createSensitiveSessionStore } from "../../../adapters/browser/sensitive-session.ts";
import { tabExclusive, whenLibraryLeft } from "../../../adapters/browser/tab-locks.ts";
import {
  openTabChannel,
  parseApprovalMessage,
  parseConnectionMessage,
  parseSensitiveMessage,
  parseSessionMessage,
} from "../../../adapters/browser/tab-messages.ts";
import { claimWindowId } from "../../../adapters/browser/window-id.ts";
import { createReachability } from "../../../adapters/drive/drive-access.ts";
import { createKeptStore, eraseDatabase } from "../../../adapters/indexed-db/databases/kept-database.ts";
import { createWorkerSealing } from "../../../adapters/sealing/worker-sealing.ts";
import { createLazyAi, createLazyApprovals, createLazyMigration, createLazySecurity, loadMd5 } from "../../lazy/lazy-account-services.ts";
import type { AccountServices } from "../compose.ts";
import {
  fetchLibrary,
  openCloudLazily,
  openLocalLazily,
  type ReadAhead,
  readAhead,
  tryLocalStorageLazily,
} from "../library/lazy-library.ts";
import { keepLibrary, type LibraryController } from "../library/library-controller.ts";
import type { CloudLibraryDeps } from "../library/library-parts.ts";
import type { OpenDeps } from "../library/open-notes.ts";
import { clearDevice } from "./clear-device.ts";
import { forwardDriveStatus } from "./drive-status.ts";

export async function composeAccountServices(): Promise<AccountServices> {
  const credentials = createBrowserCredentials();
  const onOutdated = (): void => location.reload();
  const ahead = readAhead(onOutdated, credentials.read() !== undefined);
  const sealing = createWorkerSealing(browserTimers);
  const { keyring } = sealing;
  const backend = createBackend();
  const device = watchDevice(browserNetwork);
  const windowId = await claimWindowId(browserIds, browserTimers);
  const unsent = unsentWork(sealing.codec);
  const upgradeCheck = createUpgradeCheck({ backend, preferences: browserPreferences, isLocal: () => localMode.isOn() });
  // Sign-out and clearing close the library first; it is built last, because it follows the session.
  const account = composeAccount({
    backend,
    keyring,
    credentials,
    unsent,
    afterRegister: upgradeCheck.check,
    library: () => controller,
    forgetConnection: () => connection.forget(),
  });
  const base: Base = { backend, keyring, account };
  const sensitive = composeSensitive(base, () => localMode.store.getState().enabled);
  const connection = composeConnection(base);
  const localMode = composeLocalMode(account, () => controller.closeNow());
  const onAccountChanged = (): void => {
    void account.refresh();
    void onDemand.approvals.look();
  };
  const deps: FollowedParts["deps"] = { windowId, preferences: browserPreferences, onOutdated, onAccountChanged };
  const controller: LibraryController = followLibrary({
    ...base,
    sealing,
    unsent,
    upgradeCheck,
    sensitive,
    connection,
    localMode,
    ahead,
    deps,
  });
  watchStorage(controller, device);
  const onDemand = composeOnDemand({ ...base, sealing }, connection, controller);
  forwardDriveStatus(controller.store, { connection, refreshSession: () => account.refresh() });
  // Runs before any page is rendered, because the session decides which page. Does not wait for the server; its response is applied later.
  await account.start();
  if (userOf(account.store.getState()) === undefined) ahead.drop();
  await sensitive.start();
  keepCurrent(() => account.refresh());
  void onDemand.migration.resume();
  return {
    account,
    ...onDemand,
    sensitive,
    connection,
    localMode: { ...localMode, upgradeOptions: upgradeCheck.options },
    library: controller.store,
    device: device.store,
    askToKeepStorage: device.askAgain,
  };
}

type Sealing = ReturnType<typeof createWorkerSealing>;
type Base = { readonly backend: ReturnType<typeof createBackend>; readonly keyring: Sealing["keyring"]; readonly account: Account };
type Account = AccountService & SessionApi;
type Unsent = ReturnType<typeof unsentWork>;

function createBackend() {
  return createHttpBackend({
    fetch: browserFetch,
    timers: browserTimers,
    device: {
      read: () => browserPreferences.read(LOCAL_KEYS.deviceToken),
      write: (token) => browserPreferences.write(LOCAL_KEYS.deviceToken, token),
    },
  });
}

/** Parts for keeping a revoked session's work sealed. */
function unsentWork(codec: Sealing["codec"]) {
  const md5 = (bytes: Uint8Array) => lazyModule(loadMd5).ask((hash) => hash(bytes), undefined);
  return { codec, md5, kept: createKeptStore(), clock: browserClock, ids: browserIds };
}

type AccountParts = Pick<AccountDeps, "backend" | "keyring" | "credentials" | "afterRegister"> & {
  readonly unsent: Unsent;
  readonly library: () => LibraryController;
  readonly forgetConnection: () => void;
};

function composeAccount({ unsent, library, forgetConnection, ...parts }: AccountParts): Account {
  return createAccountService({
    ...parts,
    channel: openTabChannel(CHANNEL.session, parseSessionMessage),
    leaveLibrary: () => within(SIGN_OUT.totalMs, browserTimers, () => library().whenLeft()),
    sealUnsent: async () => {
      await library().closeNow();
      await whenLibraryLeft(AbortSignal.timeout(SIGN_OUT.totalMs));
      return lazyModule(fetchLibrary).ask(({ sealStored }) => sealStored(unsent), false);
    },
    clearDevice: () =>
      clearDevice({
        close: () => library().closeNow(),
        forgetConnection,
        eraseKept: () => unsent.kept.eraseEmpty(),
        timers: browserTimers,
      }),
  });
}

function composeSensitive({ backend, keyring, account }: Base, isLocalMode: () => boolean): SensitiveService {
  return createSensitiveService({
    backend,
    keyring,
    session: account,
    sessionStore: createSensitiveSessionStore(),
    channel: openTabChannel(CHANNEL.sensitive, parseSensitiveMessage),
    clock: browserClock,
    timers: browserTimers,
    attention: pageAttention,
    preferences: browserPreferences,
    isLocalMode,
  });
}

function composeConnection({ backend, account }: Base): ConnectionService {
  return createConnectionService({
    backend,
    session: account.store,
    token: () => account.token(),
    sessionRefused: (token, reason) => account.sessionRefused(token, reason),
    authorization: createBrowserAuthorization(),
    preferences: browserPreferences,
    clock: browserClock,
    timers: browserTimers,
    network: browserNetwork,
    channel: openTabChannel(CHANNEL.connection, parseConnectionMessage),
    exclusive: tabExclusive,
    reachability: createReachability({ fetch: browserFetch, timers: browserTimers }),
    onVisible: pageVisibility.onVisible,
  });
}

function composeLocalMode(account: AccountService, closeLibrary: () => Promise<void>): LocalModeService {
  return createLocalModeService({
    preferences: browserPreferences,
    ids: browserIds,
    tryStorage: tryLocalStorageLazily,
    erase: async () => {
      await deleteTemporaryFiles();
      // In an account, the account's library is open, and local mode's is separate.
      if (account.token() === undefined) await closeLibrary();
      browserPreferences.write(LOCAL_KEYS.localMirror, undefined);
      const transfers = await eraseDatabase(TRANSFER_DATABASE.local, browserTimers);
      return transfers.ok ? eraseDatabase(LOCAL_DATABASE.name, browserTimers) : transfers;
    },
  });
}

/** Services that few sessions need; each loads with its first use. */
function composeOnDemand(
  { backend, keyring, account, sealing }: Pick<FollowedParts, keyof Base | "sealing">,
  connection: ConnectionService,
  { store: library }: LibraryController,
) {
  return {
    security: createLazySecurity({ backend, keyring, session: account }),
    approvals: createLazyApprovals({
      backend,
      keyring,
      session: account,
      timers: browserTimers,
      clock: browserClock,
      visibility: pageVisibility,
      preferences: browserPreferences,
      channel: openTabChannel(CHANNEL.approval, parseApprovalMessage),
      origin: location.origin,
      filesInDrive: () => {
        const state = library.getState();
        return state.kind === "open" ? state.library.sync.filesInDrive() : undefined;
      },
      deviceName: deviceName(browserUserAgent()),
    }),
    ai: createLazyAi({
      backend,
      sealing: keyring,
      token: () => account.token(),
      sessionRefused: (token, reason) => account.sessionRefused(token, reason),
      onUserChanged: (listener) => account.store.subscribe((state, before) => userOf(state) !== userOf(before) && listener()),
    }),
    migration: createLazyMigration(
      { backend, account, connection, library, sealing },
      { preferences: browserPreferences, network: browserNetwork },
    ),
  };
}

type FollowedParts = Base & {
  readonly sealing: Sealing;
  readonly unsent: Unsent;
  readonly upgradeCheck: UpgradeCheck;
  readonly sensitive: SensitiveService;
  readonly connection: ConnectionService;
  readonly localMode: LocalModeService;
  readonly ahead: ReadAhead;
  readonly deps: OpenDeps & Pick<CloudLibraryDeps, "onAccountChanged">;
};

/** The library of the session or of local mode; opens and closes it when these change. */
function followLibrary(parts: FollowedParts): LibraryController {
  const { backend, keyring, account, sealing, connection, localMode, deps } = parts;
  const controller: LibraryController = keepLibrary({
    session: account.store,
    connection: connection.store,
    localMode: localMode.store,
    timers: browserTimers,
    openCloud: (vaultId, showFirst, failure) =>
      openCloudLazily(({ openCloudLibrary }) =>
        openCloudLibrary({
          ...deps,
          readAhead: () => parts.ahead.take(showFirst),
          failure,
          onFailure: () => void controller.reopen(),
          keys: { ...parts.unsent, vaultId, keyring, keys: account.keys, fileNames: sealing.fileNames },
          packs: sealing.packs,
          attachments: sealing.attachments,
          access: () => connection.access(),
          sensitive: parts.sensitive,
          devices: { sealing: keyring, backend, token: () => account.token(), defaultName: deviceName(browserUserAgent()) },
          signalSealing: keyring,
          local: { isOn: () => localMode.isOn(), clear: () => localMode.clearAll() },
          isNewcomer: () => isNewcomer(account.store.getState()),
          isFirstDevice: () => isFirstDevice(account.store.getState()) && !localMode.isOn(),
          accountRefusal: parts.upgradeCheck.refusal,
          onRenewed: (listener) => connection.onEvent(({ kind }) => kind === "access-ready" && listener()),
        }),
      ),
    openLocal: () =>
      openLocalLazily(({ openLocalLibrary }) => openLocalLibrary({ ...deps, attachments: sealing.localAttachments, keyring })),
  });
  return controller;
}

/** Email of the signed-in user; undefined while signed out or locked. */
function userOf(session: SessionState): string | undefined {
  return session.kind === "signed-in" && session.vault === "open" ? session.user.email : undefined;
}

/** True if the account is new and its onboarding is not finished. */
function isNewcomer(session: SessionState): boolean {
  return session.kind === "signed-in" && session.user.needsOnboarding;
}

/** True if the account was created on this device and its onboarding is not finished: only then is its recovery key still to be written down. */
function isFirstDevice(session: SessionState): boolean {
  return isNewcomer(session) && session.kind === "signed-in" && session.vault === "open" && session.hasPendingRecoveryKey;
}

/** Refreshes now, when the network returns and when the page becomes visible, because another device may have ended this session. */
function keepCurrent(refresh: () => Promise<void>): void {
  void refresh();
  browserNetwork.onChange((isOnline) => isOnline && void refresh());
  pageVisibility.onVisible(() => void refresh());
}

/** Asks the browser to keep stored data with the first note; reports a database that does not open at once. */
function watchStorage(controller: LibraryController, device: DeviceStateController): void {
  controller.store.subscribe((state) => {
    if (state.kind === "failed" && state.problem.kind !== "not-loaded") device.storageDenied();
    if (state.kind !== "open") return;
    const { store } = state.library.notes;
    const stop = store.subscribe(({ notes }) => {
      if (notes.length === 0) return;
      stop();
      void device.askToKeep();
    });
  });
}
