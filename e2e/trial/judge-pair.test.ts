import { describe, expect, it } from "vitest";
import { type DeviceOutcome, judgePair, type PairOutcome } from "./judge-pair.ts";
import { type Act, contentOf, type PairPlan, planPair, tokenOf } from "./pair-plan.ts";

const WORD: Act = { kind: "word" };
const ITEM: Act = { kind: "item", at: 1 };

function aPlan(acts: PairPlan["acts"] = [WORD, ITEM]): PairPlan {
  return { mark: "m1x1", acts, trouble: "none", order: "at-once", screen: "view" };
}

/** The correct outcome on both devices after the plan's two edits. */
function good(plan: PairPlan): PairOutcome {
  const content = contentOf(plan)
    .replace("m1x1swap", tokenOf(plan, 0))
    .replace("m1x1i1e item", `m1x1i1e item ${tokenOf(plan, 1)}`);
  const look = { title: "m1x1 note", text: "text" };
  const device: DeviceOutcome = { notes: [{ noteId: "n", title: "m1x1 note", content, folder: null }], shown: look, stored: look };
  return { noteId: "n", done: [true, true], devices: [device, device] };
}

function change(outcome: PairOutcome, sides: readonly number[], next: (device: DeviceOutcome) => DeviceOutcome): PairOutcome {
  const [first, second] = outcome.devices;
  return { ...outcome, devices: [sides.includes(0) ? next(first) : first, sides.includes(1) ? next(second) : second] };
}

const rewrite = (from: string, to: string) => (device: DeviceOutcome) => ({
  ...device,
  notes: device.notes.map((note) => ({ ...note, content: note.content.replaceAll(from, to) })),
});
const kinds = (plan: PairPlan, outcome: PairOutcome) => [...new Set(judgePair(plan, outcome).map(({ kind }) => kind))];

describe("the trial's oracle", () => {
  it("reports nothing if both devices hold and show everything once", () => {
    expect(judgePair(aPlan(), good(aPlan()))).toEqual([]);
  });

  it("reports an acknowledged word or a block that is missing on both notes", () => {
    const plan = aPlan();
    expect(kinds(plan, change(good(plan), [0, 1], rewrite(tokenOf(plan, 1), "")))).toEqual(["lost"]);
    expect(kinds(plan, change(good(plan), [0, 1], rewrite("m1x1p2e", "")))).toEqual(["lost"]);
    const unsaved = { ...good(plan), done: [true, false] as const };
    expect(kinds(plan, change(unsaved, [0, 1], rewrite(tokenOf(plan, 1), "")))).toEqual([]);
  });

  it("accepts a missing word that the other device's user saw and replaced", () => {
    const plan = aPlan([WORD, WORD]);
    const [first, second] = [tokenOf(plan, 0), tokenOf(plan, 1)];
    const over = change(good(plan), [0, 1], (device) => ({
      ...device,
      notes: device.notes.map((note) => ({ ...note, content: note.content.replaceAll(second, "") })),
    }));
    expect(kinds(plan, over)).toEqual(["lost"]);
    expect(kinds(plan, { ...over, replaced: second })).toEqual([]);
    expect(kinds(plan, { ...over, replaced: first })).toEqual(["lost"]);
  });

  it("reports a lost move, and lost words in a note that was deleted elsewhere", () => {
    const movePlan = aPlan([{ kind: "move", at: 0 }, ITEM]);
    const moved = change(good(movePlan), [0, 1], rewrite("m1x1first", "m1x1swap"));
    expect(kinds(movePlan, moved)).toEqual(["lost"]);
    const there = change(moved, [0, 1], (device) => ({
      ...device,
      notes: device.notes.map((note) => ({ ...note, folder: "Trial folder 0" })),
    }));
    expect(kinds(movePlan, there)).toEqual([]);
    const deleting = aPlan([{ kind: "delete" }, ITEM]);
    const gone = (): DeviceOutcome => ({ notes: [], shown: undefined, stored: undefined });
    expect(kinds(deleting, change(good(deleting), [0, 1], gone))).toEqual(["lost"]);
    const alone = { ...good(deleting), done: [true, false] as const };
    expect(kinds(deleting, change(alone, [0, 1], gone))).toEqual([]);
  });

  it("reports two devices with different texts", () => {
    const plan = aPlan();
    expect(kinds(plan, change(good(plan), [1], rewrite("The end.", "An end.")))).toEqual(["diverged"]);
  });

  it("reports a page that shows another text than it holds, and an editor without notice", () => {
    const plan = aPlan();
    expect(
      kinds(
        plan,
        change(good(plan), [1], (device) => ({ ...device, shown: { title: "m1x1 note", text: "former" } })),
      ),
    ).toEqual(["stale"]);
    expect(
      kinds(
        plan,
        change(good(plan), [1], (device) => ({ ...device, shown: undefined })),
      ),
    ).toEqual(["stale"]);
    expect(
      kinds(
        plan,
        change(good(plan), [1], (device) => ({ ...device, reportedUpdate: false })),
      ),
    ).toEqual(["stale"]);
  });

  it("reports a duplicate word, and a conflict copy without a conflict", () => {
    const plan = aPlan();
    expect(kinds(plan, change(good(plan), [0, 1], rewrite("m1x1p0e", "m1x1p0e m1x1p0e")))).toEqual(["doubled"]);
    const copied = (device: DeviceOutcome): DeviceOutcome => ({
      ...device,
      notes: [...device.notes, ...device.notes.map((note) => ({ ...note, noteId: "copy" }))],
    });
    expect(kinds(plan, change(good(plan), [0, 1], copied))).toEqual(["doubled"]);
    const clash = aPlan([WORD, WORD]);
    expect(kinds(clash, change({ ...good(clash), done: [true, false] }, [0, 1], copied))).toEqual([]);
  });
});

describe("the trial's plans", () => {
  it("are equal for equal seeds, and cover every act, trouble and screen", () => {
    const plans = Array.from({ length: 200 }, (_, at) => planPair(3, at + 1));
    expect(plans).toEqual(Array.from({ length: 200 }, (_, at) => planPair(3, at + 1)));
    expect(new Set(plans.flatMap(({ acts }) => acts.map(({ kind }) => kind))).size).toBe(10);
    expect(new Set(plans.map(({ trouble }) => trouble)).size).toBe(6);
    expect(new Set(plans.map(({ screen }) => screen)).size).toBe(4);
    expect(plans.filter(({ acts: [a, b] }) => JSON.stringify(a) === JSON.stringify(b)).length).toBeGreaterThan(60);
  });
});
