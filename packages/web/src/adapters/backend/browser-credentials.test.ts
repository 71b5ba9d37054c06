import { beforeEach, describe, expect, it } from "vitest";
import { createBrowserAuthorization } from "./browser-authorization.ts";
import { createBrowserCredentials } from "./browser-credentials.ts";

const SESSION = { token: "tok", user: { email: "ada@example.org", needsOnboarding: true, planType: "free" as const, createdAt: 5 } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("A3 User: kept with the token in browser storage", () => {
  const credentials = createBrowserCredentials();

  it("survives a reload, and is gone after clearing", () => {
    expect(credentials.read()).toBeUndefined();
    expect(credentials.write(SESSION)).toBe(true);
    expect(createBrowserCredentials().read()).toEqual(SESSION);
    expect(localStorage.getItem("authToken")).toBe("tok");
    credentials.clear();
    expect(credentials.read()).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  const ada = { email: "a@b.co", needsOnboarding: true, planType: "free" };
  const misshapen = [
    { email: 5 },
    { planType: "gold" },
    { needsOnboarding: "yes" },
    { createdAt: "5" },
    { limited: 1 },
    { vaultChanged: null },
  ];

  it.each([null, "", "{", "null", "5", "{}", ...misshapen.map((part) => JSON.stringify({ ...ada, ...part }))])(
    "is signed out when the user reads %j",
    (text) => {
      credentials.write(SESSION);
      if (text === null) localStorage.removeItem("user");
      else localStorage.setItem("user", text);
      expect(credentials.read()).toBeUndefined();
    },
  );

  it("keeps the session flags beside the user, and drops values of the wrong shape", () => {
    const marked = { ...SESSION, limited: true, vaultChanged: true };
    credentials.write(marked);
    expect(credentials.read()).toEqual(marked);
    localStorage.setItem("user", JSON.stringify({ ...ada, limited: false, colour: "red" }));
    expect(credentials.read()).toEqual({ token: "tok", user: ada });
  });

  it("reports a browser that refuses storage, and never throws", () => {
    const denied = createBrowserCredentials(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(denied.write(SESSION)).toBe(false);
    expect(denied.read()).toBeUndefined();
    expect(() => denied.clear()).not.toThrow();
  });
});

describe("decision 0006 OAuth in the browser", () => {
  const authorization = createBrowserAuthorization();

  it("generates 32 random bytes each time", () => {
    const tokens = new Set(Array.from({ length: 100 }, () => authorization.randomToken()));
    expect(tokens.size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it("computes the challenge of RFC 7636's example", async () => {
    expect(await authorization.challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });

  it("keeps one text in this tab until asked to forget it", () => {
    expect(authorization.kept()).toBeUndefined();
    expect(authorization.keep("asked")).toBe(true);
    expect(createBrowserAuthorization().kept()).toBe("asked");
    authorization.keep(undefined);
    expect(sessionStorage.length).toBe(0);
  });
});
