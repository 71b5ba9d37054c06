import { describe, expect, it } from "vitest";
import { checkEmail, checkLogin, checkNewPassword, checkPasswordChange, checkRegister, passwordRules } from "./check-credentials.ts";

const good = { email: "ada@example.org", password: "Correct horse 1", confirmation: "Correct horse 1", acceptsTerms: true };

describe("A5 e-mail", () => {
  it.each([
    ["", "email-missing"],
    ["   ", "email-missing"],
    ["ada", "email-malformed"],
    ["ada@", "email-malformed"],
    ["ada@example", "email-malformed"],
    ["ada@exa mple.org", "email-malformed"],
    [" Ada@Example.org ", undefined],
  ])("checks %j: %s", (email, problem) => {
    expect(checkEmail(email)).toBe(problem);
  });
});

describe("A5 login", () => {
  it("requires both fields and eight characters", () => {
    expect(checkLogin({ email: "", password: "" })).toEqual({ email: "email-missing", password: "password-missing" });
    expect(checkLogin({ email: good.email, password: "short" })).toEqual({ password: "password-too-short" });
    expect(checkLogin({ email: good.email, password: "lowercase" })).toEqual({});
  });
});

describe("A5 register", () => {
  it("accepts a password that meets every rule", () => {
    expect(checkRegister(good)).toEqual({});
  });

  it.each([
    ["", "password-missing"],
    ["Short1", "password-too-short"],
    ["alllowercase1", "password-too-weak"],
    ["ALLUPPERCASE1", "password-too-weak"],
    ["NoDigitsHere", "password-too-weak"],
    [`Aa1${"x".repeat(1022)}`, "password-too-long"],
    [`Aa1${"語".repeat(341)}`, "password-too-long"],
    ["Größe123", undefined],
  ])("checks the password %j: %s", (password, problem) => {
    expect(checkNewPassword(password)).toBe(problem);
  });

  it("requires the same password in both fields and the accepted terms", () => {
    expect(checkRegister({ ...good, confirmation: "" })).toEqual({ confirmation: "confirmation-missing" });
    expect(checkRegister({ ...good, confirmation: "other" })).toEqual({ confirmation: "confirmation-differs" });
    expect(checkRegister({ ...good, acceptsTerms: false })).toEqual({ acceptsTerms: "terms-not-accepted" });
  });

  it("shows each rule separately while typing", () => {
    expect(passwordRules("abc1").filter((rule) => rule.isMet)).toEqual([
      { name: "lowercase", isMet: true },
      { name: "digit", isMet: true },
    ]);
  });
});

describe("B5 change password", () => {
  it("requires the current password, a valid new one, and its repetition", () => {
    expect(checkPasswordChange({ current: "", next: "", confirmation: "" })).toEqual({
      current: "current-missing",
      next: "new-missing",
      confirmation: "new-confirmation-missing",
    });
    expect(checkPasswordChange({ current: "x", next: "weakweak", confirmation: "weak" })).toEqual({
      next: "password-too-weak",
      confirmation: "confirmation-differs",
    });
    expect(checkPasswordChange({ next: good.password, confirmation: good.password })).toEqual({});
    expect(checkPasswordChange({ current: good.password, next: good.password, confirmation: good.password })).toEqual({ next: "new-same" });
  });
});
