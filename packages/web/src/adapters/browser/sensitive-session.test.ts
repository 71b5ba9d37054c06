import { beforeEach, describe, expect, it } from "vitest";
import { createSensitiveSessionPlace } from "./sensitive-session.ts";

const place = createSensitiveSessionPlace();
const SESSION = { sessionKey: "A".repeat(43), expiresAt: 120_000, token: "token" };

beforeEach(() => sessionStorage.clear());

describe("B4 sensitive session over a reload of its tab", () => {
  it("lies in the tab's own storage under the spec's names, and goes whole", () => {
    expect(place.read()).toBeUndefined();
    place.write(SESSION);
    expect(place.read()).toEqual(SESSION);
    expect(Object.keys(sessionStorage).sort()).toEqual(["sensitiveExpiry", "sensitiveSession", "sensitiveToken"]);
    expect(localStorage.length).toBe(0);
    place.clear();
    expect(place.read()).toBeUndefined();
    expect(sessionStorage.length).toBe(0);
  });

  it("has no token when it was unlocked offline, also after one that had", () => {
    place.write(SESSION);
    place.write({ sessionKey: "B".repeat(43), expiresAt: 1 });
    expect(place.read()).toEqual({ sessionKey: "B".repeat(43), expiresAt: 1 });
  });

  it("counts for nothing where it is garbled or refused", () => {
    place.write(SESSION);
    sessionStorage.setItem("sensitiveExpiry", "soon");
    expect(place.read()).toBeUndefined();
    const refusing = createSensitiveSessionPlace(() => {
      throw new DOMException("denied", "SecurityError");
    });
    refusing.write(SESSION);
    refusing.clear();
    expect(refusing.read()).toBeUndefined();
  });
});
