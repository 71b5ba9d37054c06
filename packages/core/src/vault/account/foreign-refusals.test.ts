import { describe, expect, it } from "vitest";
import { isWrongPassword, toAccountProblem } from "./account-problems.ts";
import { changeFieldOf, credentialFieldOf } from "./check-credentials.ts";

const malformed = (status: number, message?: string) =>
  ({ kind: "malformed", status, ...(message === undefined ? {} : { message }) }) as const;

describe("A8 Login, B5: refusals of servers without our codes", () => {
  it.each([
    [malformed(401, "Nope"), true],
    [malformed(401), true],
    [malformed(400, "Invalid credentials"), true],
    [malformed(400, "Email is malformed"), false],
    [malformed(403, "Invalid"), false],
    [malformed(500, "Invalid state"), false],
  ])("recognizes %j as a wrong password: %s", (problem, is) => {
    expect(isWrongPassword(problem)).toBe(is);
  });

  it("keeps the words of a refusal, and treats other responses as a server that is down", () => {
    expect(toAccountProblem(malformed(409, "E-mail in use"))).toEqual({ kind: "foreign-refusal", message: "E-mail in use" });
    for (const problem of [malformed(500, "Oops"), malformed(200, "Fine"), malformed(404)])
      expect(toAccountProblem(problem)).toEqual({ kind: "unreachable" });
  });

  it.each([
    ["The E-mail is in use", "email"],
    ["Password too short for this email", "email"],
    ["password too short", "password"],
    ["Teapot", undefined],
    [undefined, undefined],
  ])("assigns %s to the field %s", (message, field) => {
    expect(credentialFieldOf(message)).toBe(field);
  });

  it.each([
    ["Your current password is wrong", "current"],
    ["Old password does not match", "current"],
    ["The new password is too short", "next"],
    ["We told you so", undefined],
  ])("assigns %s to the field %s of a change", (message, field) => {
    expect(changeFieldOf(message)).toBe(field);
  });
});
