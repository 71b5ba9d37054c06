import { describe, expect, it } from "vitest";
import { type Figure, notMeasured, parseLine, toLine, toMarkdown, toTable } from "./figure.ts";

const READS = { area: "drive", name: "reads", value: 0, unit: "/s", better: "higher" } as const satisfies Figure;

describe("printed figure", () => {
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

describe("printed lines", () => {
  const beside: Figure = { ...READS, value: 46_912.4, peer: "nginx", peerValue: 81_911.2 };

  it("are parsed back, and other lines of a run are ignored", () => {
    expect(parseLine(toLine(READS))).toEqual(READS);
    expect(parseLine(toLine(beside))).toEqual({ ...READS, value: 46_900, peer: "nginx", peerValue: 81_900, ratio: 0.573 });
    expect(parseLine("drive  reads  0 /s")).toBeUndefined();
  });

  it("say in all three forms which program could not be measured, and why", () => {
    const missing = notMeasured("search", "Notesnook", "It was built for another Node.");

    expect(parseLine(toLine(missing))).toEqual(missing);
    expect(toTable([missing])).toBe("search  beside Notesnook  not measured  It was built for another Node.");
    expect(toMarkdown([missing])).toContain("| search | beside Notesnook | not measured | It was built for another Node. |");
  });

  it("become a table for the README", () => {
    expect(toMarkdown([READS, beside]).split("\n")).toEqual([
      "| section | what | Satchel | others |",
      "|---|---|---|---|",
      "| drive | reads | 0 /s |  |",
      "| drive | reads | 46,900 /s | nginx: 81,900 /s (0.573) |",
    ]);
  });
});
