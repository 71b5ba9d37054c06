/** Composes AI, and changing plan or storage, over their adapters; loaded by lazy-account-services.ts on demand. Decision 0010. */
import { type AiDeps, createAiService } from "@satchel/core/ai/ai-service.ts";
import type { AiService } from "@satchel/core/ai/ai-service-types.ts";
import type { ConnectionService, DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import { maySync } from "@satchel/core/connection/link.ts";
import { createStorageAccess } from "@satchel/core/connection/storage-access-service.ts";
import { CHANNEL } from "@satchel/core/model/storage-keys.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { Backend } from "@satchel/core/ports/account/backend.ts";
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import { createMoveService } from "@satchel/core/transfer/storage-migration/move-service.ts";
import type { MoveService } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import type { AccountService } from "@satchel/core/vault/account/account-service-types.ts";
import { createAiHosts } from "../../../adapters/ai/create-ai-hosts.ts";
import {
  browserClock,
  browserFetch,
  browserIds,
  browserNetwork,
  browserRandom,
  browserTimers,
  newTargetId,
} from "../../../adapters/browser/environment.ts";
import { browserPreferences } from "../../../adapters/browser/preferences.ts";
import { tabExclusive } from "../../../adapters/browser/tab-locks.ts";
import { openTabChannel, parseConnectionMessage } from "../../../adapters/browser/tab-messages.ts";
import { createPacedClient, isOurOwn } from "../../../adapters/drive/drive-connection.ts";
import { createDriveCopyTarget } from "../../../adapters/drive/drive-copy-target.ts";
import { withOpaqueNames } from "../../../adapters/drive/opaque-names.ts";
import type { PageSealing } from "../../../adapters/sealing/worker-sealing.ts";
import type { LibraryState } from "../../../shared/services.ts";

export type AiParts = Omit<AiDeps, "hosts">;

export function composeAi(parts: AiParts): AiService {
  return createAiService({ ...parts, hosts: createAiHosts({ fetch: browserFetch }) });
}

export type MigrationParts = {
  readonly backend: Backend;
  readonly account: AccountService;
  readonly connection: ConnectionService;
  readonly library: ReadableStore<LibraryState>;
  readonly sealing: Pick<PageSealing, "codec" | "packs" | "fileNames">;
  readonly md5: (bytes: Uint8Array) => string;
};

/** Composes changing plan or storage over its adapters: two drives, and a sync that pauses at the end. Decision 0010. */
export function composeMigration({ backend, account, connection, library, sealing, md5 }: MigrationParts): MoveService {
  const shared = {
    backend,
    token: () => account.token(),
    preferences: browserPreferences,
    exclusive: tabExclusive,
    timers: browserTimers,
  };
  const opened = () => {
    const state = library.getState();
    return state.kind === "open" ? state.library : undefined;
  };
  return createMoveService({
    ...shared,
    refreshSession: () => account.refresh(),
    confirmAccount: () => connection.confirmAccount(),
    access: createStorageAccess({
      ...shared,
      clock: browserClock,
      channel: openTabChannel(CHANNEL.connection, parseConnectionMessage),
      onSessionOver: (token, reason) => account.sessionRefused(token, reason),
    }),
    openTarget: (access) => openCopyTarget(access, sealing.fileNames),
    sync: {
      pause: async () => void (await opened()?.sync.stop()),
      resume: () => void (maySync(connection.store.getState()) && opened()?.sync.start()),
    },
    // Unknown while no library is open.
    here: {
      hasNotes: () => opened()?.notes.store.getState().notes.length !== 0,
      hasUnsent: () => opened()?.sync.store.getState().pendingCount !== 0,
    },
    md5,
    packing: () => {
      const open = opened();
      if (open === undefined) return undefined;
      const isSensitive = (id: string) => open.notes.store.getState().notesById.get(id)?.isEncrypted === true;
      return { ...sealing, clock: browserClock, ids: browserIds, isSensitive };
    },
    network: browserNetwork,
  });
}

function openCopyTarget(access: DriveAccess, fileNames: FileNameCodec) {
  const timers = { ...browserClock, ...browserTimers };
  const paced = createPacedClient(access, { isOnline: browserNetwork.isOnline, timers, random: browserRandom });
  const client = withOpaqueNames(paced, fileNames);
  return createDriveCopyTarget({ client, newTargetId, isOurs: isOurOwn(access) });
}
