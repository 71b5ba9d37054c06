import type { PlanType } from "@satchel/contract/plans.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { StorageKind } from "../../connection/storage-access-service.ts";
import { failed, ok } from "../../model/result.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { createMemoryBackend, type MemoryBackend, OFFLINE } from "../../testing/memory-backend.ts";
import { type CopyTargetFault, MemoryCopyTarget, openMemoryCopyTarget } from "../../testing/memory-copy-target.ts";
import { createMemoryExclusive } from "../../testing/memory-exclusive.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { copyKey } from "./copy-service.ts";
import { createMoveService, type MoveDeps } from "./move-service.ts";

const { md5 } = createPlainCodec();
const bytes = (text: string) => new TextEncoder().encode(text);
const EMAIL = "ada@example.org";

/** One account with two storages, and app processes that start and crash. */
class World {
  readonly targets = { "own-drive": new MemoryCopyTarget("own", md5), managed: new MemoryCopyTarget("managed", md5) };
  readonly connections: Record<StorageKind, "fine" | "gone" | "expired" | "later"> = { "own-drive": "fine", managed: "fine" };
  readonly preferences = createMemoryPreferences();
  readonly clock = new ManualClock();
  readonly backend: MemoryBackend = createMemoryBackend();
  token = "";
  written = 0;
  /** Number of notes on this device that were never sent. */
  unsent = 0;
  refreshed = 0;
  goOnline: () => void = () => undefined;

  async start(plan: PlanType = "free"): Promise<this> {
    const kdf = { alg: "argon2id" as const, m: 65_536, t: 3, p: 1 as const, salt: "A".repeat(22) };
    this.backend.addPlainAccount(EMAIL, kdf, "s1_x");
    const signedIn = await this.backend.login({ email: EMAIL, password: "s1_x" });
    if (!signedIn.ok) throw new Error(signedIn.problem.kind);
    this.token = signedIn.value.token;
    await this.backend.completeOnboarding(this.token, plan);
    const home = this.targets[plan === "free" ? "own-drive" : "managed"];
    home.makeFolder();
    for (let note = 0; note < 5; note += 1) this.write(home);
    return this;
  }

  get plan(): PlanType | undefined {
    return this.backend.account(EMAIL)?.user.planType;
  }

  /** Another device writes to the old storage until that storage says that the library has moved. */
  write(target: MemoryCopyTarget): void {
    if (target.folder === undefined || target.folder.leftFor !== undefined) return;
    this.written += 1;
    target.put({ name: `n${this.written}.json`, role: "notes", properties: { n: `n${this.written}` } }, bytes(`text ${this.written}`));
  }

  open({ fault = async () => undefined, more = {} }: { fault?: CopyTargetFault; more?: Partial<MoveDeps> } = {}) {
    const syncing: string[] = [];
    const mover = createMoveService({
      backend: this.backend,
      token: () => this.token,
      refreshSession: async () => {
        this.refreshed += 1;
      },
      confirmAccount: () => undefined,
      access: async (kind) => {
        const state = this.connections[kind];
        if (state !== "fine") return failed(state);
        const connection = { token: async () => kind, refresh: async () => kind, close: () => undefined };
        return ok({ baseUrls: { api: kind, upload: kind }, ...connection });
      },
      openTarget: ({ baseUrls }) => openMemoryCopyTarget(this.targets[baseUrls.api as StorageKind], fault),
      sync: { pause: async () => void syncing.push("pause"), resume: () => syncing.push("resume") },
      here: { hasNotes: () => this.written + this.unsent > 0, hasUnsent: () => this.unsent > 0 },
      md5,
      packing: () => undefined,
      preferences: this.preferences,
      exclusive: createMemoryExclusive(),
      network: {
        isOnline: () => true,
        onChange: (listener) => {
          this.goOnline = () => listener(true);
          return () => undefined;
        },
      },
      timers: this.clock,
      ...more,
    });
    return { mover, syncing, state: () => mover.store.getState() };
  }
}

const keysOf = (target: MemoryCopyTarget) => [...target.files.values()].map(({ file }) => copyKey(file)).sort();

let world: World;
beforeEach(async () => {
  world = await new World().start();
});

/** Starts a change and waits until it is idle. */
async function change(opened: ReturnType<World["open"]>, plan: PlanType) {
  const problem = await opened.mover.change(plan);
  await opened.mover.resume();
  return problem;
}

describe("decision 0010 changing plan or storage later", () => {
  it("copies everything, switches, and leaves a notice in the old storage", async () => {
    const { own, managed } = { own: world.targets["own-drive"], managed: world.targets.managed };
    const before = keysOf(own);
    const opened = world.open();
    expect(await change(opened, "pro")).toBeUndefined();

    expect(opened.state()).toEqual({ kind: "none", arrivedAt: "pro", isAllThere: true });
    expect(world.plan).toBe("pro");
    expect(keysOf(managed)).toEqual(before);
    expect(keysOf(own)).toEqual(before);
    expect(managed.folder?.cameFrom).toBe(own.folder?.targetId);
    expect(own.folder?.leftFor).toBe(managed.folder?.targetId);
    expect(opened.syncing).toEqual(["pause"]);
    expect(world.refreshed).toBe(1);
    expect(world.preferences.read(LOCAL_KEYS.planMove)).toBeUndefined();
  });

  it("moves back into the folder that it left", async () => {
    const opened = world.open();
    await change(opened, "basic");
    const folder = world.targets["own-drive"].folder?.targetId;
    world.write(world.targets.managed);
    await change(opened, "free");
    expect(world.plan).toBe("free");
    expect(world.targets["own-drive"].folder).toMatchObject({ targetId: folder });
    expect(world.targets["own-drive"].folder?.leftFor).toBeUndefined();
    expect(keysOf(world.targets["own-drive"])).toEqual(keysOf(world.targets.managed));
  });

  it("switches at once between plans with the same storage", async () => {
    const other = await new World().start("basic");
    const opened = other.open();
    expect(await opened.mover.change("pro")).toBeUndefined();
    expect([opened.state(), other.plan]).toEqual([{ kind: "none", arrivedAt: "pro", isAllThere: true }, "pro"]);
  });

  it("reports progress, and restores the previous state when canceled", async () => {
    const seen: unknown[] = [];
    const opened = world.open({
      fault: async (call, at) => {
        if (call === "write" && at === "after" && world.targets.managed.files.size === 2) void opened.mover.cancel();
        return undefined;
      },
    });
    opened.mover.store.subscribe((state) => seen.push(state));
    await change(opened, "pro");
    await flushPromises();
    expect(seen).toContainEqual({ kind: "copying", to: "pro", done: 1, total: 5 });
    expect(opened.state()).toEqual({ kind: "none" });
    expect(world.plan).toBe("free");
    expect(world.targets.managed).toMatchObject({ folder: undefined });
    expect(world.targets["own-drive"].files.size).toBe(5);
    expect((await world.backend.readPlan(world.token)).ok && (await world.backend.readPlan(world.token))).toMatchObject({
      value: { pendingPlan: null },
    });
  });

  it("does not remove a folder that existed before or that is in use", async () => {
    world.targets.managed.makeFolder();
    const opened = world.open({ fault: async (call) => (call === "write" ? { kind: "offline" } : undefined) });
    await change(opened, "pro");
    await opened.mover.cancel();
    expect(world.targets.managed.folder).toBeDefined();

    await change(world.open(), "pro");
    world.preferences.write(LOCAL_KEYS.planMove, JSON.stringify({ from: "free", to: "pro", madeFolder: true }));
    await world.open().mover.cancel();
    expect(world.targets.managed.files.size).toBe(5);
  });

  it.each([
    ["managed", "later", { kind: "stopped", problem: "unreachable" }],
    ["own-drive", "later", { kind: "stopped", problem: "unreachable" }],
    ["own-drive", "expired", { kind: "stopped", problem: "source-lost" }],
  ] as const)("stops while %s is %s, and then continues by itself", async (kind, state, shown) => {
    world.connections[kind] = state;
    const opened = world.open();
    await change(opened, "pro");
    expect(opened.state()).toMatchObject(shown);
    expect(world.plan).toBe("free");
    world.connections[kind] = "fine";
    if (state === "later") await world.clock.advance(60_000);
    else world.goOnline();
    await opened.mover.resume();
    expect(world.plan).toBe("pro");
  });

  it("only switches if the drive is gone, and leaves the upload to sync", async () => {
    world.connections["own-drive"] = "gone";
    await change(world.open(), "pro");
    expect(world.plan).toBe("pro");
  });

  it.each([
    ["there was no drive to copy from", "gone", 0, false],
    ["some of them wait on this device", "fine", 2, false],
    ["none of them is only here", "fine", 0, true],
  ] as const)("reports whether all notes have arrived: %s", async (_, drive, unsent, isAllThere) => {
    world.connections["own-drive"] = drive;
    world.unsent = unsent;
    const opened = world.open();
    await change(opened, "pro");
    expect(opened.state()).toEqual({ kind: "none", arrivedAt: "pro", isAllThere });
  });

  it("reports a library without notes as complete", async () => {
    world.connections["own-drive"] = "gone";
    world.written = 0;
    const opened = world.open();
    await change(opened, "pro");
    expect(opened.state()).toMatchObject({ isAllThere: true });
  });

  it("asks for the user's own drive before moving there", async () => {
    const other = await new World().start("pro");
    other.connections["own-drive"] = "gone";
    const opened = other.open();
    await change(opened, "free");
    expect(opened.state()).toEqual({ kind: "needs-drive", to: "free" });
    other.connections["own-drive"] = "fine";
    await opened.mover.resume();
    expect(other.plan).toBe("free");
    expect(keysOf(other.targets["own-drive"])).toEqual(keysOf(other.targets.managed));
  });

  it("reports a target that is too small", async () => {
    world.targets.managed.capacityBytes = 10;
    const opened = world.open();
    await change(opened, "basic");
    expect(opened.state()).toMatchObject({ kind: "stopped", problem: "too-small", isSwitched: false });
    expect(opened.syncing).toEqual([]);
  });

  it("shows a change begun on another device, and continues it when asked", async () => {
    await world.backend.beginPlanChange(world.token, "pro");
    const opened = world.open();
    await opened.mover.look();
    expect(opened.state()).toEqual({ kind: "elsewhere", to: "pro" });
    await change(opened, "pro");
    expect(world.plan).toBe("pro");
    world.backend.fail("beginPlanChange", OFFLINE);
    expect(await opened.mover.change("free")).toBe("unreachable");
  });

  it("keeps every file exactly once through crashes, lost responses and other writers", async () => {
    const event = fc.constantFrom("fine", "fine", "fine", "fails", "lost", "crash", "write");
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), fc.constantFrom<PlanType>("free", "pro"), async (events, start) => {
        const seed = await new World().start(start);
        await runScenario(seed, events, start === "free" ? "pro" : "free");
        const [source, target] = start === "free" ? ["own-drive", "managed"] : ["managed", "own-drive"];
        const [from, to] = [seed.targets[source as StorageKind], seed.targets[target as StorageKind]];
        expect(from.files.size).toBe(seed.written);
        expect(seed.plan).not.toBe(start);
        expect(keysOf(to)).toEqual(keysOf(from));
        expect(seed.preferences.read(LOCAL_KEYS.planMove)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

/** Runs the events, one per storage call, then lets the move finish without failures. */
async function runScenario(seed: World, events: readonly string[], plan: PlanType): Promise<void> {
  const left = [...events];
  const source = seed.targets[plan === "free" ? "managed" : "own-drive"];
  for (let life = 0; life < events.length + 3; life += 1) {
    let die = (): void => undefined;
    const death = new Promise<void>((resolve) => {
      die = resolve;
    });
    let isDead = false;
    const fault: CopyTargetFault = async (_call, at) => {
      if (isDead) return new Promise<never>(() => undefined);
      if (at === "before") {
        const next = left.shift();
        if (next === "fails") return { kind: "offline" };
        if (next === "write") seed.write(source);
        if (next !== "crash") return undefined;
        isDead = true;
        die();
        return new Promise<never>(() => undefined);
      }
      return left[0] === "lost" && left.shift() ? { kind: "answer-lost" } : undefined;
    };
    const { mover } = seed.open({ fault });
    const isWanted = seed.preferences.read(LOCAL_KEYS.planMove) !== undefined;
    if (!isWanted && seed.plan === plan) return;
    const lived = isWanted ? mover.resume() : mover.change(plan).then(() => mover.resume());
    await Promise.race([lived, death]);
  }
}
