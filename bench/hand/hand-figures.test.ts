import { describe, expect, it } from "vitest";
import { toTable } from "../src/figure.ts";
import { percentile, type Samples, type Session, samplesOf, toFigures } from "./hand-figures.ts";

const samples = (tab: readonly (number | undefined)[]): Samples => new Map([["tab", tab]]);
const session = (now: Session["now"], before: Session["before"]): Session => ({ notes: 50_000, slower: 4, now, before });

describe("percentile", () => {
  it.each([
    [0.5, 3],
    [0.95, 5],
    [0.2, 1],
    [0, 1],
  ])("returns the sample below which a share of %d is", (share, value) => expect(percentile([5, 1, 4, 2, 3], share)).toBe(value));
});

describe("samples of a step", () => {
  it("are missing if the session has none", () => expect(samplesOf(samples([1]), "palette")).toBeUndefined());

  it("count as a problem if one action had no effect", () =>
    expect(samplesOf(samples([9, undefined, 11]), "tab")).toEqual({ problem: "1 of 3 had no effect" }));
});

describe("figures of the hand", () => {
  it("compare both commits round by round, so that a busy round hardly changes the ratio", () => {
    const rounds = [
      session(samples([10, 20]), samples([20, 40])),
      session(samples([11, 22]), samples([22, 44])),
      session(samples([300]), samples([90])),
    ];
    expect(toFigures(rounds, "e82ee842")).toEqual([
      {
        area: "hand",
        name: "switch between five tabs, p50, 50,000 notes, processor 4× slower",
        value: 20,
        unit: "ms",
        better: "lower",
        peer: "e82ee842",
        peerValue: 40,
        ratio: 0.5,
      },
      expect.objectContaining({ name: "switch between five tabs, p95, 50,000 notes, processor 4× slower", value: 300, peerValue: 90 }),
    ]);
  });

  it("have a row that says why the older commit was not measured", () => {
    const table = toTable(toFigures([session(samples([10]), samples([undefined]))], "e82ee842"));
    expect(table).toMatch(/processor 4× slower +10 ms/);
    expect(table).toMatch(/e82ee842 +not measured +1 of 1 had no effect/);
  });

  it("have one row that says why a commit could not be run", () => {
    const failed = { problem: "the server did not start" };
    const where = "50,000 notes, processor 4× slower";
    expect(toFigures([session(failed, samples([10]))], "e82ee842")).toEqual([{ area: "hand", name: where, ...failed }]);
    const alone = toFigures([session(samples([10]), failed)], "e82ee842");
    expect(alone.map(({ name }) => name)).toEqual([
      `switch between five tabs, p50, ${where}`,
      `switch between five tabs, p95, ${where}`,
      `${where}, e82ee842`,
    ]);
  });
});
