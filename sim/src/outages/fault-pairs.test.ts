/**
 * Every pair of faults, one after the other and one during the other. The app reports each fault within half a minute of its beginning and
 * withdraws the report within half a minute of its end.
 */

import type { AttachmentStatus } from "@satchel/core/library/attachments/attachment-status.ts";
import type { UploadRefusal } from "@satchel/core/model/entities/attachment-row.ts";
import type { DriveStatus } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import { describe, expect, it } from "vitest";
import { createSimDrive, type SimDrive } from "../world/drive.ts";
import type { Asked, Fault as WireFault } from "../world/network.ts";
import { Chance } from "../world/random.ts";
import { VirtualTime } from "../world/virtual-time.ts";
import { openWorkstation, type Workstation } from "./workstation.ts";

const SECOND = 1000;
const REPORTED_WITHIN_MS = 30 * SECOND;
/** The sizes of attached files: one that goes in one piece, and one that starts an upload session. */
const FILE_BYTES = [300, 3000];

type Fault = {
  /** The header's reports; `fine` if the app needs no report because it helps itself. */
  readonly reported: readonly string[];
  /** The report about a file that was attached during the fault. Absent: the file just waits. */
  readonly reportedOfFile?: UploadRefusal;
  readonly drive?: (request: Asked) => WireFault;
  readonly begin?: (workstation: Workstation, drive: SimDrive) => Promise<void> | void;
  readonly end?: (workstation: Workstation, drive: SimDrive) => Promise<void> | void;
};

const isWrite = ({ method, url }: Asked): boolean => method !== "GET" && url.includes("/upload/");
const onWrites = (status: number, reason: string) => (request: Asked) => (isWrite(request) ? { status, reason } : undefined);
const always = (status: number, reason: string) => () => ({ status, reason });

/** Ordered from serious to harmless. If two faults hold at once, the drive answers with the first, and the header reports that one. */
const FAULTS: Readonly<Record<string, Fault>> = {
  offline: {
    reported: ["offline"],
    begin: (workstation) => workstation.setOnline(false),
    end: (workstation) => workstation.setOnline(true),
  },
  "server and drive down": {
    reported: ["problem answer-lost", "problem offline", "out-of-reach network", "out-of-reach server"],
    drive: () => "lost",
    begin: (workstation) => workstation.setServer(false),
    end: (workstation) => workstation.setServer(true),
  },
  "drive hangs": { reported: ["problem timed-out"], drive: () => "hangs" },
  "access revoked": {
    reported: ["lost revoked"],
    begin: (workstation) => workstation.revoke(),
    end: (workstation) => workstation.reconnect(),
  },
  "scope missing": { reported: ["lost not-permitted"], drive: always(403, "insufficientPermissions") },
  "server error 500": { reported: ["problem server-error"], drive: always(500, "internalError") },
  "server error 503": { reported: ["problem server-error"], drive: always(503, "backendError") },
  "rate limit 403": { reported: ["problem throttled"], drive: always(403, "userRateLimitExceeded") },
  "rate limit 429": { reported: ["problem throttled"], drive: always(429, "rateLimitExceeded") },
  "every request refused": { reported: ["problem policy-refused"], drive: always(403, "domainPolicy") },
  "app folder lost": {
    reported: ["problem target-changed"],
    begin: (_workstation, drive) => drive.setAppFolderTrashed(true),
    end: (_workstation, drive) => drive.setAppFolderTrashed(false),
  },
  "drive full": { reported: ["refused storage-full"], reportedOfFile: "storage-full", drive: onWrites(403, "storageQuotaExceeded") },
  "file refused": { reported: ["refused refused"], reportedOfFile: "refused", drive: onWrites(403, "cannotModifyRestrictedFile") },
  "token expired": { reported: ["fine"], begin: (workstation) => workstation.expire() },
  /** The app does not notice until access has to be renewed (`HANGING`). */
  "server hangs": {
    reported: ["fine"],
    begin: (workstation) => workstation.setServerHanging(true),
    end: (workstation) => workstation.setServerHanging(false),
  },
};
const NAMES = Object.keys(FAULTS);
/** While one of these faults holds, the app cannot learn that a permission is back. */
const HIDING = [
  "server and drive down",
  "drive hangs",
  "server error 500",
  "server error 503",
  "rate limit 403",
  "rate limit 429",
  "every request refused",
];

/**
 * Once access has to be renewed, a server that does not answer is the reason reported. Why the drive refused is known only after the
 * renewal.
 */
const HANGING = ["out-of-reach server"];
const NEEDING_SERVER = ["token expired", "access revoked"];

function reported(status: DriveStatus): string {
  if (status.kind === "lost" || status.kind === "refused") return `${status.kind} ${status.reason}`;
  if (status.kind === "problem") return `problem ${status.problem}`;
  return status.kind === "out-of-reach" ? `out-of-reach ${status.who}` : status.kind;
}

class Scene {
  readonly #active = new Set<string>();

  constructor(
    private readonly time: VirtualTime,
    private readonly workstation: Workstation,
    private readonly drive: SimDrive,
  ) {
    workstation.wire.setFault((request) => {
      for (const name of NAMES) {
        const answer = this.#active.has(name) ? FAULTS[name]?.drive?.(request) : undefined;
        if (answer !== undefined) return answer;
      }
      return undefined;
    });
  }

  /** Writes something, so that the app meets faults of writing. */
  async begin(name: string): Promise<void> {
    this.#active.add(name);
    await FAULTS[name]?.begin?.(this.workstation, this.drive);
    await this.workstation.notes.create({ title: `During ${name}`, content: "<p>text</p>" }, null);
    for (const bytes of FILE_BYTES) await this.workstation.attach(`File during ${name}`, bytes);
  }

  async end(name: string): Promise<void> {
    this.#active.delete(name);
    await FAULTS[name]?.end?.(this.workstation, this.drive);
  }

  async expectReported(wanted: readonly string[], why: string): Promise<void> {
    await this.#waitFor(() => wanted.includes(reported(this.workstation.status())));
    expect(wanted, why).toContain(reported(this.workstation.status()));
  }

  /** Expects that every file that the drive does not have states this reason. */
  async expectReportedOfFiles(reason: UploadRefusal, why: string): Promise<void> {
    const waiting = (): readonly AttachmentStatus[] => this.workstation.files().filter(({ kind }) => kind !== "stored");
    const refused = FILE_BYTES.map(() => ({ kind: "failed", reason }));
    await this.#waitFor(() => JSON.stringify(waiting()) === JSON.stringify(refused));
    expect(waiting(), why).toEqual(refused);
  }

  async expectFine(why: string): Promise<void> {
    const state = (): readonly unknown[] => [
      reported(this.workstation.status()),
      this.workstation.notes.store.getState().pendingCount,
      this.workstation.files().filter(({ kind }) => kind !== "stored"),
    ];
    const fine = ["fine", 0, []];
    await this.#waitFor(() => JSON.stringify(state()) === JSON.stringify(fine));
    expect(state(), why).toEqual(fine);
  }

  async #waitFor(isSo: () => boolean): Promise<void> {
    const end = this.time.now() + REPORTED_WITHIN_MS;
    while (!isSo() && this.time.now() < end) await this.time.wait(SECOND / 2);
  }
}

function play(act: (scene: Scene, time: VirtualTime) => Promise<void>): Promise<void> {
  const time = new VirtualTime();
  const drive: SimDrive = createSimDrive(time, new Chance(5).fork());
  let isOver = false;
  const playing = async (): Promise<void> => {
    const workstation = await openWorkstation({ name: "desk", time, drive });
    await workstation.notes.create({ title: "First", content: "<p>text</p>" }, null);
    const scene = new Scene(time, workstation, drive);
    await scene.expectFine("before all");
    await act(scene, time);
    expect([...workstation.falseClaims]).toEqual([]);
  };
  const played = playing().finally(() => {
    isOver = true;
  });
  return Promise.all([played, time.run(() => isOver)]).then(() => undefined);
}

/** A fault that the app knows is still reported when another fault hides it from the drive's answers. */
function reportedOfBoth(first: string, second: string): readonly string[] {
  if (first === "server hangs" && NEEDING_SERVER.includes(second)) return HANGING;
  const [serious, other] = [first, second].sort((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b)) as [string, string];
  const reports = FAULTS[serious]?.reported ?? [];
  const isKnown = first === other && ["access revoked", "scope missing"].includes(other);
  const isSilent = reports.includes("fine");
  return isSilent ? (FAULTS[other]?.reported ?? []) : isKnown ? [...reports, ...(FAULTS[other]?.reported ?? [])] : reports;
}

const MINUTE = 60 * SECOND;
/** The lifetime of an access token. */
const HOUR = 60 * MINUTE;
const LONG = NAMES.flatMap((name) => [11 * MINUTE, 125 * MINUTE].map((ms) => [name, ms / MINUTE, ms] as const));

describe("B4 a fault of minutes or hours", () => {
  it.each(LONG)("%s for %i minutes", async (name, _minutes, ms) => {
    await play(async (scene, time) => {
      await scene.begin(name);
      await time.wait(ms);
      const needsServer = name === "server hangs" && ms > HOUR;
      await scene.expectReported(needsServer ? HANGING : (FAULTS[name]?.reported ?? []), `${name} goes on`);
      await scene.end(name);
      await scene.expectFine(`${name} is over`);
    });
  });
});

const PAIRS = NAMES.flatMap((first) => NAMES.filter((second) => second !== first).map((second) => [first, second] as const));

describe("B4 one fault after another", () => {
  it.each(PAIRS)("%s, then %s", async (first, second) => {
    await play(async (scene, time) => {
      for (const name of [first, second]) {
        await scene.begin(name);
        await scene.expectReported(FAULTS[name]?.reported ?? [], `${name} begins`);
        if (FAULTS[name]?.reportedOfFile !== undefined) await scene.expectReportedOfFiles(FAULTS[name].reportedOfFile, `${name} begins`);
        await time.wait(90 * SECOND);
        await scene.end(name);
        await scene.expectFine(`${name} is over`);
      }
    });
  });
});

describe("B4 one fault during another", () => {
  it.each(PAIRS)("%s, and %s meanwhile", async (first, second) => {
    await play(async (scene, time) => {
      await scene.begin(first);
      await scene.expectReported(FAULTS[first]?.reported ?? [], `${first} begins`);
      if (FAULTS[first]?.reportedOfFile !== undefined) await scene.expectReportedOfFiles(FAULTS[first].reportedOfFile, `${first} begins`);
      await time.wait(60 * SECOND);
      await scene.begin(second);
      await scene.expectReported(reportedOfBoth(first, second), `${second} begins during ${first}`);
      await time.wait(60 * SECOND);
      await scene.end(first);
      const isHidden = first === "scope missing" && HIDING.includes(second);
      // Connecting again needs the server as well.
      const isAwaited = first === "access revoked" && second === "server hangs";
      const left = isAwaited ? HANGING : [...(FAULTS[second]?.reported ?? []), ...(isHidden ? (FAULTS[first]?.reported ?? []) : [])];
      await scene.expectReported(left, `${first} is over, ${second} goes on`);
      await time.wait(60 * SECOND);
      await scene.end(second);
      await scene.expectFine("both are over");
    });
  });
});
