/**
 * The current drive behind one lasting `RemoteStore`. A new address starts with a new look at user and folder. Loads the drive client on
 * demand.
 */
import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import { REQUEST } from "@satchel/core/model/limits/limits.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { Clock, Random, Timers } from "@satchel/core/ports/environment.ts";
import type { AttachmentRemote } from "@satchel/core/ports/remote/attachment-remote.ts";
import type { MaintenanceRemote } from "@satchel/core/ports/remote/maintenance-remote.ts";
import type { Reachability } from "@satchel/core/ports/remote/reachability.ts";
import type { FileNamesRemote, KeysRemote, RemoteStore } from "@satchel/core/ports/remote/remote-store.ts";
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import type { ClientProblem } from "@satchel/drive/client/drive-client.ts";

/** All calls to the drive, through one client with one rate limit. */
export type DriveConnection = RemoteStore & KeysRemote & AttachmentRemote & MaintenanceRemote & FileNamesRemote;

export type DriveConnectionDeps = {
  readonly access: () => DriveAccess | undefined;
  readonly newTargetId: () => string;
  readonly fileNames: FileNameCodec;
  readonly isOnline: () => boolean;
  /** Called when the drive becomes silent or responds again. */
  readonly onSilence?: (isSilent: boolean) => void;
  readonly timers: Clock & Timers;
  readonly random: Random;
};

type ConnectDrive = (access: DriveAccess, deps: DriveConnectionDeps) => DriveConnection;

/** Loads drive-connection.ts; resolves to undefined if it cannot be fetched. */
export type FetchDrive = () => Promise<{ readonly connectDrive: ConnectDrive } | undefined>;

/** If its code cannot be fetched, the drive counts as out of reach and is retried like that. */
export function createDriveConnectionStore(deps: DriveConnectionDeps, fetchDrive: FetchDrive): DriveConnection {
  let connectDrive: ConnectDrive | undefined;
  let current: { readonly access: DriveAccess; readonly remote: DriveConnection } | undefined;

  const ask = async <Value>(
    act: (store: DriveConnection) => Promise<Result<Value, RemoteProblem>>,
  ): Promise<Result<Value, RemoteProblem>> => {
    if (deps.access() === undefined) return failed({ kind: "not-connected" });
    connectDrive ??= (await fetchDrive())?.connectDrive;
    if (connectDrive === undefined) return failed({ kind: "offline" });
    const access = deps.access();
    // Access may have ended while the code loaded.
    if (access === undefined) return failed({ kind: "not-connected" });
    if (current?.access !== access) current = { access, remote: connectDrive(access, deps) };
    return act(current.remote);
  };

  // Each method call goes to the drive that is connected at that time.
  return new Proxy({} as DriveConnection, {
    get:
      (_target, name: keyof DriveConnection) =>
      (...given: readonly unknown[]) =>
        ask((store) => Reflect.apply(store[name], store, given)),
  });
}

/** Converts the client's problems to the engine's. A canceled request may have been sent, so it counts as unanswered. */
export function toRemoteProblem(problem: ClientProblem): RemoteProblem {
  return problem.kind === "cancelled" ? { kind: "answer-lost" } : problem;
}

/** Converts a client result for the engine: maps its value or its problem. */
export function mapAnswer<From, To>(answer: Result<From, ClientProblem>, map: (value: From) => To): Result<To, RemoteProblem> {
  return answer.ok ? ok(map(answer.value)) : failed(toRemoteProblem(answer.problem));
}

/**
 * Checks whether the drive service is reachable: a HEAD of its about address without a token, within five seconds. Port:
 * core/ports/remote/reachability.ts.
 */
export function createReachability(deps: { readonly fetch: typeof fetch; readonly timers: Timers }): Reachability {
  return {
    async check(aboutUrl) {
      const controller = new AbortController();
      const cancel = deps.timers.after(REQUEST.reachabilityTimeoutMs, () => controller.abort());
      try {
        const { ok, status } = await deps.fetch(aboutUrl, {
          method: "HEAD",
          cache: "no-store",
          credentials: "omit",
          signal: controller.signal,
        });
        return ok || status === 401 || status === 403 ? "reachable" : "unreachable";
      } catch {
        return controller.signal.aborted ? "silent" : "unreachable";
      } finally {
        cancel();
      }
    },
  };
}
