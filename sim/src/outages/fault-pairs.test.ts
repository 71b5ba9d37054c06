/** Every pair of faults, one after the other and one during the other: each is said within half a minute, and is gone within half a minute of its end. */

import type { AttachmentStatus } from "@satchel/core/library/attachments/attachment-status.ts";
import type { UploadRefusal } from "@satchel/core/model/entities/attachment-row.ts";
import type { DriveStatus } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import { describe, expect, it } from "vitest";
import { createSimDrive, type SimDrive } from "../drive.ts";
import type { Asked, Fault as WireFault } from "../network.ts";
import { Chance } from "../random.ts";
import { VirtualTime } from "../virtual-time.ts";
import { type Desk, openDesk } from "./desk.ts";

const SECOND = 1000;
const SAID_WITHIN_MS = 30 * SECOND;
/** Of what is attached: one that goes in one piece, and one that begins a session. */
const FILE_BYTES = [300, 3000];

type Fault = {
  /** As `said`; the empty text where nothing is to be said, as the app helps itself. */
  readonly said: readonly string[];
  /** What is said of a file that was attached meanwhile, where that is more than that it waits. */
  readonly saidOfFile?: UploadRefusal;
  readonly drive?: (request: Asked) => WireFault;
  readonly begin?: (desk: Desk) => void;
  readonly end?: (desk: Desk) => Promise<void> | void;
};

const isWrite = ({ method, url }: Asked): boolean => method !== "GET" && url.includes("/upload/");
const onWrites = (status: number, reason: string) => (request: Asked) => (isWrite(request) ? { status, reason } : undefined);
const always = (status: number, reason: string) => () => ({ status, reason });

/** The more serious ones first: of two that hold at once the drive answers with the first, and the header says it. */
const FAULTS: Readonly<Record<string, Fault>> = {
  offline: { said: ["offline"], begin: (desk) => desk.setOnline(false), end: (desk) => desk.setOnline(true) },
  "server and drive down": {
    said: ["problem answer-lost", "problem offline", "out-of-reach network", "out-of-reach server"],
    drive: () => "lost",
    begin: (desk) => desk.setServer(false),
    end: (desk) => desk.setServer(true),
  },
  "drive hangs": { said: ["problem timed-out"], drive: () => "hangs" },
  "access revoked": { said: ["lost revoked"], begin: (desk) => desk.revoke(), end: (desk) => desk.reconnect() },
  "scope missing": { said: ["lost not-permitted"], drive: always(403, "insufficientPermissions") },
  "server error 500": { said: ["problem server-error"], drive: always(500, "internalError") },
  "server error 503": { said: ["problem server-error"], drive: always(503, "backendError") },
  "rate limit 403": { said: ["problem throttled"], drive: always(403, "userRateLimitExceeded") },
  "rate limit 429": { said: ["problem throttled"], drive: always(429, "rateLimitExceeded") },
  "every request refused": { said: ["problem rejected"], drive: always(403, "domainPolicy") },
  "drive full": { said: ["refused storage-full"], saidOfFile: "storage-full", drive: onWrites(403, "storageQuotaExceeded") },
  "file refused": { said: ["refused refused"], saidOfFile: "refused", drive: onWrites(403, "cannotModifyRestrictedFile") },
  "token expired": { said: ["fine"], begin: (desk) => desk.expire() },
};
const NAMES = Object.keys(FAULTS);
/** While one of these holds, nobody can learn that a permission is back. */
const HIDING = [
  "server and drive down",
  "drive hangs",
  "server error 500",
  "server error 503",
  "rate limit 403",
  "rate limit 429",
  "every request refused",
];

function said(status: DriveStatus): string {
  if (status.kind === "lost" || status.kind === "refused") return `${status.kind} ${status.reason}`;
  if (status.kind === "problem") return `problem ${status.problem}`;
  return status.kind === "out-of-reach" ? `out-of-reach ${status.who}` : status.kind;
}

class Scene {
  readonly #active = new Set<string>();

  constructor(
    private readonly time: VirtualTime,
    private readonly desk: Desk,
  ) {
    desk.wire.setFault((request) => {
      for (const name of NAMES) {
        const answer = this.#active.has(name) ? FAULTS[name]?.drive?.(request) : undefined;
        if (answer !== undefined) return answer;
      }
      return undefined;
    });
  }

  /** Something is written, so that faults of writing are met. */
  async begin(name: string): Promise<void> {
    this.#active.add(name);
    FAULTS[name]?.begin?.(this.desk);
    await this.desk.notes.create({ title: `During ${name}`, content: "<p>text</p>" }, null);
    for (const bytes of FILE_BYTES) await this.desk.attach(`File during ${name}`, bytes);
  }

  async end(name: string): Promise<void> {
    this.#active.delete(name);
    await FAULTS[name]?.end?.(this.desk);
  }

  async expectSaid(wanted: readonly string[], why: string): Promise<void> {
    await this.#waitFor(() => wanted.includes(said(this.desk.status())));
    expect(wanted, why).toContain(said(this.desk.status()));
  }

  /** Every file that the drive does not have says why. */
  async expectSaidOfFiles(reason: UploadRefusal, why: string): Promise<void> {
    const waiting = (): readonly AttachmentStatus[] => this.desk.files().filter(({ kind }) => kind !== "stored");
    const refused = FILE_BYTES.map(() => ({ kind: "failed", reason }));
    await this.#waitFor(() => JSON.stringify(waiting()) === JSON.stringify(refused));
    expect(waiting(), why).toEqual(refused);
  }

  async expectFine(why: string): Promise<void> {
    const state = (): readonly unknown[] => [
      said(this.desk.status()),
      this.desk.notes.store.getState().pendingCount,
      this.desk.files().filter(({ kind }) => kind !== "stored"),
    ];
    const fine = ["fine", 0, []];
    await this.#waitFor(() => JSON.stringify(state()) === JSON.stringify(fine));
    expect(state(), why).toEqual(fine);
  }

  async #waitFor(isSo: () => boolean): Promise<void> {
    const end = this.time.now() + SAID_WITHIN_MS;
    while (!isSo() && this.time.now() < end) await this.time.wait(SECOND / 2);
  }
}

function play(act: (scene: Scene, time: VirtualTime) => Promise<void>): Promise<void> {
  const time = new VirtualTime();
  const drive: SimDrive = createSimDrive(time, new Chance(5).fork());
  let isOver = false;
  const playing = async (): Promise<void> => {
    const desk = await openDesk({ name: "desk", time, drive });
    await desk.notes.create({ title: "First", content: "<p>text</p>" }, null);
    const scene = new Scene(time, desk);
    await scene.expectFine("before all");
    await act(scene, time);
    expect([...desk.falseClaims]).toEqual([]);
  };
  const played = playing().finally(() => {
    isOver = true;
  });
  return Promise.all([played, time.run(() => isOver)]).then(() => undefined);
}

/** What is known already is still said when another one hides it from the drive's answers. */
function saidOfBoth(first: string, second: string): readonly string[] {
  const [serious, other] = [first, second].sort((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b)) as [string, string];
  const words = FAULTS[serious]?.said ?? [];
  const isKnown = first === other && ["access revoked", "scope missing"].includes(other);
  const isSilent = words.includes("fine");
  return isSilent ? (FAULTS[other]?.said ?? []) : isKnown ? [...words, ...(FAULTS[other]?.said ?? [])] : words;
}

const PAIRS = NAMES.flatMap((first) => NAMES.filter((second) => second !== first).map((second) => [first, second] as const));

describe("B4 one fault after another", () => {
  it.each(PAIRS)("%s, then %s", async (first, second) => {
    await play(async (scene, time) => {
      for (const name of [first, second]) {
        await scene.begin(name);
        await scene.expectSaid(FAULTS[name]?.said ?? [], `${name} begins`);
        if (FAULTS[name]?.saidOfFile !== undefined) await scene.expectSaidOfFiles(FAULTS[name].saidOfFile, `${name} begins`);
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
      await scene.expectSaid(FAULTS[first]?.said ?? [], `${first} begins`);
      if (FAULTS[first]?.saidOfFile !== undefined) await scene.expectSaidOfFiles(FAULTS[first].saidOfFile, `${first} begins`);
      await time.wait(60 * SECOND);
      await scene.begin(second);
      await scene.expectSaid(saidOfBoth(first, second), `${second} begins during ${first}`);
      await time.wait(60 * SECOND);
      await scene.end(first);
      const isHidden = first === "scope missing" && HIDING.includes(second);
      const left = [...(FAULTS[second]?.said ?? []), ...(isHidden ? (FAULTS[first]?.said ?? []) : [])];
      await scene.expectSaid(left, `${first} is over, ${second} goes on`);
      await time.wait(60 * SECOND);
      await scene.end(second);
      await scene.expectFine("both are over");
    });
  });
});
