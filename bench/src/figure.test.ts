import { describe, expect, it } from "vitest";
import { type Figure, toLine, toTable } from "./figure.ts";

const READS: Figure = { area: "drive", name: "reads", value: 0, unit: "/s", better: "higher" };

describe("a figure as it is printed", () => {
  it.each<[string, Partial<Figure>, string]>([
    ["alone", {}, "drive  reads  0 /s"],
    ["beside another", { value: 30, peer: "nginx", peerValue: 60 }, "drive  reads  30 /s  0.5 of nginx: 60 /s"],
    ["by the rounds' own ratio", { value: 30, peer: "nginx", peerValue: 60, ratio: 0.4444 }, "drive  reads  30 /s  0.444 of nginx: 60 /s"],
    ["where both are nothing", { peer: "nginx", peerValue: 0 }, "drive  reads  0 /s  nginx: 0 /s"],
    ["where the other is nothing", { value: 30, peer: "nginx", peerValue: 0 }, "drive  reads  30 /s  nginx: 0 /s"],
    ["where no round had a ratio", { peer: "nginx", peerValue: 60, ratio: Number.NaN }, "drive  reads  0 /s  nginx: 60 /s"],
  ])("%s", (_name, measured, row) => {
    const figure = { ...READS, ...measured };

    expect(toTable([figure])).toBe(row);
    expect(toLine(figure)).toContain(row.includes(" of ") ? `"ratio":${row.split("  ")[3]?.split(" ")[0]}` : '"ratio":null');
  });
});
