import { describe, expect, it } from "vitest";
import { formatBytes } from "./bytes.ts";

describe("B9 size formatting", () => {
  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.00 KB"],
    [1536, "1.50 KB"],
    [1024 ** 3 - 2212, "1.00 GB"],
    [19_293_798, "18.40 MB"],
    [4.21 * 1024 ** 3, "4.21 GB"],
    [2048 * 1024 ** 3, "2048.00 GB"],
  ])("shows %d as %s", (bytes, shown) => {
    expect(formatBytes(bytes)).toBe(shown);
  });

  it("goes up to TB for a drive", () => {
    expect(formatBytes(2048 * 1024 ** 3, "TB")).toBe("2.00 TB");
  });
});
