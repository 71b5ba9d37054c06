import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Asked, checkReturn, takeAsked, toAuthorizeAddress, toReturnPath, withAsked } from "./authorize.ts";

const ADA = "ada@example.org";
const asked: Asked = { state: "S", verifier: "V", email: ADA, returnTo: "/onboarding", isReconnect: false, askedAt: 1000 };
const query = (text: string) => new URLSearchParams(text);

describe("A7 redirect to the provider's page", () => {
  it("carries all parameters, escaped", () => {
    const address = toAuthorizeAddress({
      authorizeUrl: "https://accounts.example/auth",
      clientId: "id&1",
      redirectUri: "https://app.example/auth/google/callback",
      scopes: ["openid", "https://scope/drive.file"],
      state: "S",
      challenge: "C",
      loginHint: "ada@example.org",
      more: { ticket: "T" },
    });
    const url = new URL(address);
    expect(url.origin + url.pathname).toBe("https://accounts.example/auth");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "id&1",
      redirect_uri: "https://app.example/auth/google/callback",
      response_type: "code",
      scope: "openid https://scope/drive.file",
      access_type: "offline",
      prompt: "consent",
      state: "S",
      code_challenge: "C",
      code_challenge_method: "S256",
      login_hint: "ada@example.org",
      ticket: "T",
    });
  });

  it("adds to an existing query", () => {
    const base = { clientId: "c", redirectUri: "r", scopes: [], state: "s", challenge: "c" };
    expect(toAuthorizeAddress({ ...base, authorizeUrl: "/auth?hd=x" })).toMatch(/^\/auth\?hd=x&client_id=c&/);
  });
});

describe("decision 0006 OAuth: the returned query", () => {
  it("gives the code for the pending request", () => {
    expect(checkReturn(query("state=S&code=C"), asked, { now: 2000, email: ADA })).toEqual({ ok: true, value: "C" });
  });

  it.each([
    ["", asked, { kind: "no-code" }],
    ["state=S", asked, { kind: "no-code" }],
    ["code=", asked, { kind: "no-code" }],
    ["state=S&error=access_denied", asked, { kind: "refused", error: "access_denied" }],
    ["state=X&error=access_denied", asked, { kind: "state-mismatch" }],
    ["state=X&code=C", asked, { kind: "state-mismatch" }],
    ["code=C", asked, { kind: "state-mismatch" }],
    ["state=S&code=C", undefined, { kind: "state-mismatch" }],
    ["state=&code=C", undefined, { kind: "state-mismatch" }],
  ])("distinguishes %j", (text, kept, problem) => {
    expect(checkReturn(query(text), kept, { now: 2000, email: ADA })).toEqual({ ok: false, problem });
  });

  it("is valid only for the account that asked", () => {
    const check = (email: string | undefined) => checkReturn(query("state=S&code=C"), asked, { now: 2000, email });
    expect(check("grace@example.org")).toEqual({ ok: false, problem: { kind: "state-mismatch" } });
    expect(check(undefined).ok).toBe(true);
  });

  it("is valid for ten minutes, even if the clock is changed", () => {
    const at = (now: number) => checkReturn(query("state=S&code=C"), asked, { now, email: ADA }).ok;
    expect(at(1000 + 600_000)).toBe(true);
    expect(at(1000 + 600_001)).toBe(false);
    expect(at(1000 - 600_001)).toBe(false);
  });

  it("cuts a foreign error to a length that can be shown", () => {
    const answer = checkReturn(query(`state=S&error=${"x".repeat(5000)}`), asked, { now: 2000, email: ADA });
    expect(answer).toEqual({ ok: false, problem: { kind: "refused", error: "x".repeat(100) } });
  });
});

describe("decision 0006 OAuth: stored requests", () => {
  const other: Asked = { ...asked, state: "T", askedAt: 1500 };
  const both = withAsked(withAsked(undefined, asked, 1000), other, 1500);

  it("reads back only what was written", () => {
    expect(takeAsked(withAsked(undefined, asked, 1000), "S")).toEqual({ asked, rest: undefined });
    for (const text of [
      undefined,
      "",
      "{",
      "null",
      "[]",
      "[null]",
      JSON.stringify(asked),
      '[{"state":"S"}]',
      JSON.stringify([{ ...asked, askedAt: "1" }]),
      JSON.stringify([{ ...asked, email: undefined }]),
    ]) {
      expect(takeAsked(text, "S").asked).toBeUndefined();
    }
    expect(takeAsked(JSON.stringify([{ ...asked, state: "" }]), "").asked).toBeUndefined();
  });

  it("allows two tabs at once and resolves each request once", () => {
    const first = takeAsked(both, "S");
    expect(first.asked).toEqual(asked);
    expect(takeAsked(first.rest, "S").asked).toBeUndefined();
    expect(takeAsked(first.rest, "T")).toEqual({ asked: other, rest: undefined });
    expect(takeAsked(both, null)).toEqual({ asked: undefined, rest: both });
  });

  it("drops requests that are too old, and the oldest of too many", () => {
    const afterExpiry = withAsked(both, { ...asked, state: "U", askedAt: 601_200 }, 601_200);
    expect(takeAsked(afterExpiry, "S").asked).toBeUndefined();
    expect(takeAsked(afterExpiry, "T").asked).toEqual(other);
    let kept: string | undefined;
    for (let at = 0; at < 20; at += 1) kept = withAsked(kept, { ...asked, state: `S${at}` }, 1000);
    expect(takeAsked(kept, "S0").asked).toBeUndefined();
    expect(takeAsked(kept, "S19").asked).toBeDefined();
  });

  it("returns only to paths of this application", () => {
    expect(toReturnPath("/onboarding")).toBe("/onboarding");
    expect(toReturnPath("/notes/n1/edit?x=1")).toBe("/notes/n1/edit?x=1");
    for (const path of ["", "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/elsewhere"]) {
      expect(toReturnPath(path)).toBe("/notes");
      expect(takeAsked(JSON.stringify([{ ...asked, returnTo: path }]), "S").asked?.returnTo).toBe("/notes");
    }
    fc.assert(fc.property(fc.string(), (path) => toReturnPath(path).startsWith("/") && !toReturnPath(path).startsWith("//")));
  });
});
