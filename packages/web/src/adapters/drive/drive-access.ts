/** The current drive behind one lasting `RemoteStore`; a new address means a fresh look at user and folder. Loads its client lazily. */
import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import { REQUEST } from "@satchel/core/model/limits/limits.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { Clock, Random, Timers } from "@satchel/core/ports/environment.ts";
import type { AttachmentRemote } from "@satchel/core/ports/remote/attachment-remote.ts";
import type { MaintenanceRemote } from "@satchel/core/ports/remote/maintenance-remote.ts";
import type { Reachability } from "@satchel/core/ports/remote/reachability.ts";
import type { KeysRemote, RemoteStore } from "@satchel/core/ports/remote/remote-store.ts";
import type { ClientProblem } from "@satchel/drive/client/drive-client.ts";

/** Everything that is said to the drive, through one client and at one pace. */
export type DriveConnection = RemoteStore & KeysRemote & AttachmentRemote & MaintenanceRemote;

export type DriveConnectionDeps = {
  readonly access: () => DriveAccess | undefined;
  readonly newTargetId: () => string;
  readonly isOnline: () => boolean;
  /** The drive has stopped answering, or answers again. */
  readonly onSilence?: (isSilent: boolean) => void;
  readonly timers: Clock & Timers;
  readonly random: Random;
};

type ConnectDrive = (access: DriveAccess, deps: DriveConnectionDeps) => DriveConnection;

/** drive-connection.ts, or nothing where it could not be fetched. */
export type FetchDrive = () => Promise<{ readonly connectDrive: ConnectDrive } | undefined>;

/** Where its code cannot be fetched the drive is out of reach, and tried again like that. */
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
    // It may have ended while the code came.
    if (access === undefined) return failed({ kind: "not-connected" });
    if (current?.access !== access) current = { access, remote: connectDrive(access, deps) };
    return act(current.remote);
  };

  // Each method is the drive's own, of whichever drive is connected when it is called.
  return new Proxy({} as DriveConnection, {
    get:
      (_target, name: keyof DriveConnection) =>
      (...given: readonly unknown[]) =>
        ask((store) => Reflect.apply(store[name], store, given)),
  });
}

/** From the client's problems to the engine's. A cancelled request may have been sent, so it counts as unanswered. */
export function toRemoteProblem(problem: ClientProblem): RemoteProblem {
  return problem.kind === "cancelled" ? { kind: "answer-lost" } : problem;
}

/** An answer of the client as the engine takes it: its value converted, or its problem. */
export function mapAnswer<From, To>(answer: Result<From, ClientProblem>, map: (value: From) => To): Result<To, RemoteProblem> {
  return answer.ok ? ok(map(answer.value)) : failed(toRemoteProblem(answer.problem));
}

/** Whether the drive service is there: a HEAD of its about address without any token, five seconds. Port: core/ports/remote/reachability.ts. */
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
