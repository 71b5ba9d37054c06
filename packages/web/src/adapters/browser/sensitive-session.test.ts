import { beforeEach, describe, expect, it } from "vitest";
import { createSensitiveSessionStore } from "./sensitive-session.ts";

const store = createSensitiveSessionStore();
const SESSION = { sessionKey: "A".repeat(43), expiresAt: 120_000, token: "token" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("B4 sensitive session over a reload of its tab", () => {
  it("is in the tab's session storage under the spec's names, and is removed whole", () => {
    expect(store.read()).toBeUndefined();
    store.write(SESSION);
    expect(store.read()).toEqual(SESSION);
    expect(Object.keys(sessionStorage).sort()).toEqual(["sensitiveExpiry", "sensitiveSession", "sensitiveToken"]);
    expect(localStorage.length).toBe(0);
    store.clear();
    expect(store.read()).toBeUndefined();
    expect(sessionStorage.length).toBe(0);
  });

  it("lacks a token after an offline unlock, even if a former session had one", () => {
    store.write(SESSION);
    store.write({ sessionKey: "B".repeat(43), expiresAt: 1 });
    expect(store.read()).toEqual({ sessionKey: "B".repeat(43), expiresAt: 1 });
  });

  it("is ignored if garbled or refused", () => {
    store.write(SESSION);
    sessionStorage.setItem("sensitiveExpiry", "soon");
    expect(store.read()).toBeUndefined();
    const refusing = createSensitiveSessionStore(() => {
      throw new DOMException("denied", "SecurityError");
    });
    refusing.write(SESSION);
    refusing.clear();
    expect(refusing.read()).toBeUndefined();
  });
});
