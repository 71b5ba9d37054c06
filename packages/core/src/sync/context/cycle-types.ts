/** The context that the steps of one sync cycle share. Every step may be the last: each leaves the stores consistent. */
import type { CollectionMeans } from "../../library/attachments/attachments-service-types.ts";
import type { EmbeddedLimits } from "../../library/history/packs/embedded-history.ts";
import type { Library } from "../../library/index/library-service.ts";
import type { PackLimits } from "../../model/drive/pack.ts";
import type { LightEntity } from "../../model/entities/entity.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { HISTORY_PACKS } from "../../model/limits/history-limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Clock, Ids, Random } from "../../ports/environment.ts";
import type { RemoteStore } from "../../ports/remote/remote-store.ts";
import type { Codec } from "../../ports/sealing/codec.ts";
import type { PackCodec } from "../../ports/sealing/pack-codec.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import type { PackReader } from "./pack-reader-service.ts";

/** The figures of history-limits.ts, or smaller ones where runs are short. */
export type HistoryLimits = {
  readonly embedded: EmbeddedLimits;
  readonly packs: { readonly [Name in keyof typeof HISTORY_PACKS]: number };
};

export type CycleProblem =
  | RemoteProblem
  | StoreProblem
  | { readonly kind: "vault-locked" }
  | { readonly kind: "stopped" }
  /** So many notes were put in the trash in the drive itself that the user is asked first. */
  | { readonly kind: "mass-removal"; readonly count: number };

/** Everything that the caller of a cycle provides. */
export type CycleMeans = {
  readonly library: Library;
  readonly remote: RemoteStore;
  readonly codec: Codec;
  /** Absent: this device neither reads nor writes packs, and every file is asked for by itself. */
  readonly packs?: PackCodec | undefined;
  /** Merges sealed texts while the Sensitive folder is unlocked. Absent: they wait. */
  readonly sealing?: NoteSealing | undefined;
  readonly ids: Ids;
  readonly random: Random;
  /** Whether this is a good moment to make up for packs that other devices left out: idle, and not on a metered line. */
  readonly mayPack: () => boolean;
  readonly packLimits?: PackLimits | undefined;
  readonly historyLimits?: HistoryLimits | undefined;
  /** Absent: the folder of attachments is not looked through. */
  readonly attachments?: CollectionMeans | undefined;
  /** Whether another device is about to send this version, which came over the channel (signals/awaited.ts). Absent: everything is sent. */
  readonly isAwaited?: ((entity: LightEntity) => boolean) | undefined;
  readonly clock: Clock;
  /** Asked between any two steps; true ends the cycle early. */
  readonly isStopped: () => boolean;
  readonly onProgress?: (done: number, total: number) => void;
  /** Keeps what the device that approved this one knew to be in the drive. Absent: nothing is compared. */
  readonly preferences?: Preferences | undefined;
  /** Called after a comparison with the number of writers whose latest edits are missing. */
  readonly onMissingApproved?: (count: number) => void;
};

/** The version that the drive held before this cycle looked, by note or folder. */
type Held = Map<string, VersionVector>;

/** The kinds of files that a full drive may still accept in this cycle: `files` after it refused a pack, `nothing` after it refused a single note or folder. */
type Space = { fits: "packs" | "files" | "nothing" };

/** `packReader`: made for each cycle, where packs are used at all. `held`: what the drive held of the files that this cycle reads about. */
export type CycleDeps = CycleMeans & { readonly packReader?: PackReader | undefined; readonly held: Held; readonly space: Space };

export type Step<Value = void> = Promise<Result<Value, CycleProblem>>;
