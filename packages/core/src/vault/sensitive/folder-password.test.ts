/**
 * Property test of the folder's password: two windows of one device act in random orders, with writes that fail, take effect without a
 * response, or are the last before a crash.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failed, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { LocalSensitiveStore } from "../../ports/sealing/local-sensitive-store.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { createMemoryFolder, createMemorySensitiveStore } from "../../testing/memory-sensitive-keys.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import type { SensitiveMessage } from "./sensitive-session-service.ts";

const PASSWORDS = ["first of them", "second of them", "third of them", "fourth of them"] as const;
const REFUSED = { ok: false, problem: { kind: "sensitive-refused" } };
type Password = (typeof PASSWORDS)[number];
/** Fault of the next write. `lost`: it takes effect, but no response arrives. */
type Fault = "refused" | "lost";
type Step =
  | { readonly kind: "unlock"; readonly at: number; readonly password: Password }
  | { readonly kind: "change"; readonly at: number; readonly current: Password; readonly next: Password }
  | { readonly kind: "both-change"; readonly current: Password; readonly next: readonly [Password, Password] }
  | { readonly kind: "lock" | "reload"; readonly at: number }
  | { readonly kind: "fault"; readonly fault: Fault };

const password = fc.constantFrom(...PASSWORDS);
const at = fc.nat({ max: 1 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("unlock" as const), at, password }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("change" as const), at, current: password, next: password }) },
  fc.record({ kind: fc.constant("both-change" as const), current: password, next: fc.tuple(password, password) }),
  fc.record({ kind: fc.constantFrom("lock" as const, "reload" as const), at }),
  fc.record({ kind: fc.constant("fault" as const), fault: fc.constantFrom("refused" as const, "lost" as const) }),
);

/** The device's disk: counts writes, and can fail the next one. */
function createFaultyStore(inner: LocalSensitiveStore = createMemorySensitiveStore()) {
  const disk = { writes: 0, fault: undefined as Fault | undefined, readSensitive: inner.readSensitive, writeSensitive };
  async function writeSensitive(...write: Parameters<LocalSensitiveStore["writeSensitive"]>): Promise<Result<boolean, StoreProblem>> {
    const { fault } = disk;
    disk.fault = undefined;
    if (fault === "refused") return failed({ kind: "storage-full" });
    const written = await inner.writeSensitive(...write);
    if (written.ok && written.value) disk.writes += 1;
    return fault === "lost" ? failed({ kind: "storage-broken", detail: "no answer" }) : written;
  }
  return disk;
}

async function createDevice() {
  const disk = createFaultyStore();
  const openChannel = createMemoryTabs<SensitiveMessage>();
  const clock = new ManualClock();
  const openWindow = () =>
    createMemoryFolder(
      {
        clock,
        timers: clock,
        channel: openChannel(),
        attention: { onAwake: () => () => undefined, onHidden: () => () => undefined },
        preferences: { read: () => undefined, write: () => undefined },
      },
      { sensitiveStore: disk },
    );
  const windows = [await openWindow(), await openWindow()];
  const [first] = windows;
  if (first === undefined) throw new Error("two windows were opened");
  expect(await first.setUp(PASSWORDS[0])).toMatchObject({ ok: true });
  await first.lock();
  return { disk, windows, openWindow };
}
type Device = Awaited<ReturnType<typeof createDevice>>;

/** Passwords that open the folder in a new window. */
async function opening({ openWindow }: Device): Promise<readonly Password[]> {
  const found: Password[] = [];
  for (const typed of PASSWORDS) {
    const window = await openWindow();
    if ((await window.unlock(typed)).ok) found.push(typed);
    await window.close();
  }
  return found;
}

/** The folder's password according to the writes that took effect. */
type Model = { valid: Password };

async function change(device: Device, model: Model, window: number, current: Password, next: Password): Promise<void> {
  const [before, fault] = [device.disk.writes, device.disk.fault];
  const answer = await device.windows[window]?.change(current, next);
  if (current !== model.valid) {
    expect(answer).toEqual(REFUSED);
    expect(device.disk.writes).toBe(before);
    return;
  }
  expect(answer?.ok).toBe(fault === undefined);
  if (fault !== "refused") model.valid = next;
}

/** Both windows read the folder before either writes: one of the two passwords wins, and only its window reports success. */
async function bothChange(device: Device, model: Model, current: Password, next: readonly [Password, Password]): Promise<void> {
  // A change to the same password cannot be observed.
  if (next.includes(current)) return;
  device.disk.fault = undefined;
  const before = device.disk.writes;
  const answers = await Promise.all(device.windows.map((window, each) => window.change(current, next[each as 0 | 1])));
  if (current !== model.valid) {
    expect(answers.some(({ ok }) => ok)).toBe(false);
    expect(device.disk.writes).toBe(before);
    return;
  }
  const winners = next.filter((_, each) => answers[each]?.ok === true);
  expect(winners).toHaveLength(1);
  model.valid = winners[0] as Password;
}

async function take(step: Step, device: Device, model: Model): Promise<void> {
  if (step.kind === "fault") device.disk.fault = step.fault;
  else if (step.kind === "change") await change(device, model, step.at, step.current, step.next);
  else if (step.kind === "both-change") await bothChange(device, model, step.current, step.next);
  else if (step.kind === "unlock") {
    const answer = await device.windows[step.at]?.unlock(step.password);
    expect(answer).toEqual(step.password === model.valid ? { ok: true, value: undefined } : REFUSED);
  } else if (step.kind === "lock") await device.windows[step.at]?.lock();
  else {
    await device.windows[step.at]?.close();
    device.windows[step.at] = await device.openWindow();
  }
}

describe("encryption.md 3.5 (8) (10), 3.6 (a): the folder's password", () => {
  it("is exactly one at any time, whatever happens to a write", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 15 }), async (steps) => {
        const device = await createDevice();
        const model: Model = { valid: PASSWORDS[0] };
        for (const step of steps) {
          await take(step, device, model);
          expect(await opening(device)).toEqual([model.valid]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
