/** Lazy services of the account and for the content of notes, and their results until the code has loaded. */
import type { AiService, AiState } from "@satchel/core/ai/ai-service-types.ts";
import { NO_AI_CONFIG } from "@satchel/core/model/ai/ai-config.ts";
import { lazyModule, loadWithRetry } from "@satchel/core/model/lazy/lazy-module.ts";
import { lazyMethods, lazyService } from "@satchel/core/model/lazy/lazy-service.ts";
import { APPROVAL } from "@satchel/core/model/limits/limits.ts";
import { failed } from "@satchel/core/model/result.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { Network } from "@satchel/core/ports/environment.ts";
import type { MoveService, MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import type { SecurityDeps } from "@satchel/core/vault/account/security-service.ts";
import type { SecurityService } from "@satchel/core/vault/account/security-service-types.ts";
import type { ApprovalDeps } from "@satchel/core/vault/approval/approval-service.ts";
import type { ApprovalService, ApprovalState } from "@satchel/core/vault/approval/approval-service-types.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import type { ImageCompressor } from "../../shared/editor-host/image-compressor.ts";
import type { PasteCleaner } from "../../shared/editor-host/paste-cleaner.ts";
import type { PatternFinder } from "../../shared/editor-host/pattern-finder.ts";
import type { AiParts, MigrationParts } from "./on-demand/compose-account.ts";

type AiComposer = { readonly composeAi: (parts: AiParts) => AiService };

const UNREAD: AiState = { phase: "unread", config: NO_AI_CONFIG, operator: null };
const OFFLINE = failed({ kind: "offline" } as const);
const UNREACHABLE = failed({ kind: "unreachable" } as const);

/** AI: loaded with its first dialog or settings page. */
export function createLazyAi(parts: AiParts, load: () => Promise<AiComposer> = () => import("./on-demand/compose-account.ts")): AiService {
  const { store, ask } = lazyService<AiState, AiComposer, AiService>(UNREAD, load, ({ composeAi }) => composeAi(parts));
  return {
    store,
    async read() {
      const isRead = await ask((ai) => ai.read().then(() => true), false);
      if (!isRead) store.replace({ ...UNREAD, phase: "failed" });
    },
    save: (config) => ask((ai) => ai.save(config), OFFLINE),
    ask(prompt, listener) {
      let isStopped = false;
      let stop = (): void => undefined;
      const begin = (ai: AiService): true => {
        if (!isStopped) stop = ai.ask(prompt, listener);
        return true;
      };
      void ask(begin, false).then((isBegun) => {
        if (!isBegun && !isStopped) listener.onEnd(OFFLINE);
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}

type ApprovalMaker = { readonly createApprovalService: (deps: ApprovalDeps) => ApprovalService };

const IDLE: ApprovalState = { asking: { kind: "idle" }, letting: { kind: "idle" }, incoming: [] };

/** Loaded once the notes are on screen, or when a locked vault asks another device. Until it is loaded, watching for requests tries again. */
export function createLazyApprovals(
  deps: ApprovalDeps,
  load: () => Promise<ApprovalMaker> = () => import("@satchel/core/vault/approval/approval-service.ts"),
): ApprovalService {
  const module = lazyService<ApprovalState, ApprovalMaker, ApprovalService>(IDLE, load, ({ createApprovalService }) =>
    createApprovalService(deps),
  );
  return {
    ...lazyMethods(module, {
      ask: UNREACHABLE,
      confirm: UNREACHABLE,
      withdraw: undefined,
      offer: UNREACHABLE,
      typeCode: UNREACHABLE,
      refuse: undefined,
      look: undefined,
      scan: "other-request",
    }),
    store: module.store,
    dismiss: () => void module.ask((approvals) => approvals.dismiss(), undefined),
    watch(pace) {
      let isOver = false;
      let stop = (): void => undefined;
      const begin = async (): Promise<void> => {
        if (isOver) return;
        const isHere = await module.ask((approvals) => {
          if (!isOver) stop = approvals.watch(pace);
          return true;
        }, false);
        if (!isHere) deps.timers.after(APPROVAL.watchMs, () => void begin());
      };
      void begin();
      return () => {
        isOver = true;
        stop();
      };
    },
  };
}

export type HashMd5 = (bytes: Uint8Array) => string;

/** MD5 as drives report it; loads on demand, because rendering never needs it. */
export async function loadMd5(): Promise<HashMd5> {
  return (await import("@satchel/crypto/digests/stream-digests.ts")).createMd5();
}

type MigrationComposer = { readonly composeMigration: (parts: MigrationParts) => MoveService };
type MigrationDeps = { readonly preferences: Preferences; readonly network: Pick<Network, "onChange"> };

/** Changing plan or storage: loaded while a change is in progress, or on request. */
export function createLazyMigration(
  parts: Omit<MigrationParts, "md5">,
  { preferences, network }: MigrationDeps,
  load: () => Promise<MigrationComposer> = () => import("./on-demand/compose-account.ts"),
): MoveService {
  const fetch = () => Promise.all([load(), loadMd5()]);
  const module = lazyService<MoveState, [MigrationComposer, HashMd5], MoveService>({ kind: "none" }, fetch, ([{ composeMigration }, md5]) =>
    composeMigration({ ...parts, md5 }),
  );
  const resume = async (): Promise<void> => {
    if (preferences.read(LOCAL_KEYS.planMove) !== undefined) await module.ask((migration) => migration.resume(), undefined);
  };
  network.onChange((isOnline) => isOnline && void resume());
  return {
    ...lazyMethods(module, { change: "unreachable", cancel: undefined, look: undefined }),
    store: module.store,
    resume,
  };
}

type SecurityMaker = { readonly createSecurityService: (deps: SecurityDeps) => SecurityService };

/** Changing passwords and keys: loaded with the first keys from the server, or when a page needs it. */
export function createLazySecurity(
  deps: SecurityDeps,
  load: () => Promise<SecurityMaker> = () => import("@satchel/core/vault/account/security-service.ts"),
): SecurityService {
  const module = lazyModule(load, ({ createSecurityService }) => createSecurityService(deps));
  // Once loaded, it follows the keys by itself, starting with the current ones.
  deps.session.keys.subscribe(({ latest }, before) => latest !== before.latest && void module.load());
  return lazyMethods(module, {
    changePassword: UNREACHABLE,
    holdsKey: false,
    unlock: UNREACHABLE,
    recover: UNREACHABLE,
    setPasswordOnly: UNREACHABLE,
    startOver: UNREACHABLE,
    showRecoveryKey: UNREACHABLE,
    beginRotation: UNREACHABLE,
    confirmRotation: UNREACHABLE,
    cancelRotation: undefined,
    adopt: UNREACHABLE,
    sessions: UNREACHABLE,
    activity: UNREACHABLE,
    endOther: UNREACHABLE,
    cancelStep: UNREACHABLE,
    deleteAccount: UNREACHABLE,
  });
}

/**
 * Compressing images, loading remote images, and cleaning large pastes: loaded with the first one. Failed loads are retried, because the
 * content is nowhere else.
 */
type Compressors = Pick<typeof import("../../adapters/workers/content-workers.ts"), "createImageCompressor">;

export function createLazyImageCompressor(
  load: () => Promise<Compressors> = () => loadWithRetry(() => import("../../adapters/workers/content-workers.ts"), browserTimers),
): ImageCompressor {
  const module = lazyModule(load, ({ createImageCompressor }) => createImageCompressor());
  const missing = failed({ kind: "image-worker-failed" } as const);
  return lazyMethods(module, { compress: missing, loadRemote: missing });
}

export function createLazyPasteCleaner(): PasteCleaner & PatternFinder {
  const load = () => loadWithRetry(() => import("../../adapters/workers/content-workers.ts"), browserTimers);
  return lazyMethods(
    lazyModule(load, (workers) => ({ ...workers.createPasteCleaner(), ...workers.createPatternFinder() })),
    { clean: undefined, findPattern: { kind: "failed" } },
  );
}
