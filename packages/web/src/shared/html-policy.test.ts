import { afterEach, describe, expect, it, vi } from "vitest";

/** Throws for a name that is already used, as browsers do under our content security policy. */
async function startWithTrustedTypes() {
  const names: string[] = [];
  const createPolicy = (name: string, rules: object): object => {
    if (names.includes(name)) throw new TypeError(`${name} is taken`);
    names.push(name);
    return rules;
  };
  vi.stubGlobal("trustedTypes", { createPolicy });
  vi.resetModules();
  return { names, ...(await import("./html-policy.ts")) };
}

afterEach(() => vi.unstubAllGlobals());

describe("decision 0007 HTML policies are claimed at start", () => {
  it("claims the name once, however often it is called, and creates no script URL", async () => {
    const { names, claimHtmlPolicy } = await startWithTrustedTypes();
    const policy = claimHtmlPolicy();
    expect(claimHtmlPolicy()).toBe(policy);
    expect(names).toEqual(["satchel-html"]);
    expect(() => policy?.createScriptURL("/assets/a.js")).toThrow(TypeError);
  });

  it("admits a cleaned text once, and rejects any other", async () => {
    const { claimHtmlPolicy, admitOnce, takeAdmitted } = await startWithTrustedTypes();
    claimHtmlPolicy();
    expect(() => takeAdmitted("<p>a</p>")).toThrow(TypeError);
    expect(admitOnce("<p>a</p>")).toBe("<p>a</p>");
    expect(() => takeAdmitted("<p>a</p><img src=x onerror=alert(1)>")).toThrow(TypeError);
    expect(takeAdmitted("<p>a</p>")).toBe("<p>a</p>");
    expect(() => takeAdmitted("<p>a</p>")).toThrow(TypeError);
  });

  it("does not keep the text in a browser without Trusted Types", async () => {
    vi.resetModules();
    const { claimHtmlPolicy, admitOnce, takeAdmitted } = await import("./html-policy.ts");
    expect(claimHtmlPolicy()).toBeUndefined();
    admitOnce("<p>a</p>");
    expect(() => takeAdmitted("<p>a</p>")).toThrow(TypeError);
  });
});
