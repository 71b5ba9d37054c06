import { describe, expect, it } from "vitest";
import { toUsageReply } from "./storage-usage.ts";

describe("B9 formatting of bytes", () => {
  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.00 KB"],
    [1_572_864, "1.50 MB"],
    [1024 ** 3 - 2212, "1.00 GB"],
    [16_106_127_360, "15.00 GB"],
    [2 * 1024 ** 4, "2.00 TB"],
    [5000 * 1024 ** 4, "5000.00 TB"],
  ])("formats %d bytes as %s", (bytes, text) => {
    expect(toUsageReply({ usedBytes: bytes, totalBytes: undefined }, "sandbox").usedFormatted).toBe(text);
  });
});

describe("B3 cloud usage", () => {
  it("reports used, total and available", () => {
    expect(toUsageReply({ usedBytes: 256, totalBytes: 1024 }, "sandbox")).toEqual({
      success: true,
      totalBytes: 1024,
      usedBytes: 256,
      availableBytes: 768,
      usagePercentage: 25,
      usedFormatted: "256 B",
      totalFormatted: "1.00 KB",
      availableFormatted: "768 B",
      providerType: "sandbox",
    });
  });

  it("handles a drive without a limit and one over its limit", () => {
    expect(toUsageReply({ usedBytes: 5, totalBytes: undefined }, "google-drive")).toMatchObject({
      totalBytes: null,
      availableFormatted: null,
      usagePercentage: null,
    });
    expect(toUsageReply({ usedBytes: 5, totalBytes: 0 }, "managed")).toMatchObject({ availableBytes: 0, usagePercentage: 100 });
  });
});
