import { describe, expect, it } from "vitest";
import { parseApprovalCode, parseApprovalFragment, parseApprovalLink, toApprovalLink } from "./approval-code.ts";

const ORIGIN = "https://notes.example.org";
const LINK = { requestId: "r".repeat(22), role: "n", code: { fingerprint: "f".repeat(43), secret: "s".repeat(22) } } as const;

describe("encryption.md 3.5 (6) the address in a QR code", () => {
  it("has at most 200 characters and is read again", () => {
    const text = toApprovalLink(ORIGIN, LINK);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(parseApprovalLink(text, ORIGIN)).toEqual(LINK);
    expect(parseApprovalFragment(text.split("#")[1] ?? "")).toEqual(LINK);
  });

  it.each([
    ["another website", toApprovalLink("https://notes.example.com", LINK)],
    ["another page", `${ORIGIN}/notes#2.${"r".repeat(22)}`],
    ["another version", toApprovalLink(ORIGIN, LINK).replace("#2.", "#3.")],
    ["another role", toApprovalLink(ORIGIN, LINK).replace(".n.", ".x.")],
    ["more than the address", `${toApprovalLink(ORIGIN, LINK)}.x`],
    ["plain text", "Milk"],
  ])("is refused from %s", (_name, text) => {
    expect(parseApprovalLink(text, ORIGIN)).toBeUndefined();
  });
});

describe("encryption.md 3.5 (6) a typed code", () => {
  it.each([
    ["7K3M-9Q2X", "7K3M9Q2X"],
    [" 7k3m 9q2x ", "7K3M9Q2X"],
    ["oO1l-Ii00", "00111100"],
    ["7K3M–9Q2X", "7K3M9Q2X"],
  ])("reads %s", (typed, code) => {
    expect(parseApprovalCode(typed, 8)).toBe(code);
  });

  it.each(["7K3M-9Q2", "7K3M-9Q2XX", "7K3M-9Q2U", "7K3M/9Q2X", ""])("refuses %s", (typed) => {
    expect(parseApprovalCode(typed, 8)).toBeUndefined();
  });
});
