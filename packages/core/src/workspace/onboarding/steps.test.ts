import { parsePlan } from "@satchel/contract/plans.ts";
import { describe, expect, it } from "vitest";
import { canContinue, canSkip, decideAutoStep, firstStep, nextStep, planAtEnd, previousStep, stepNumber } from "./steps.ts";

describe("A2.5 onboarding wizard", () => {
  it("keeps Continue closed until a plan is chosen", () => {
    expect(canContinue({ step: "plan", plan: undefined, isDriveConnected: false })).toBe(false);
    expect(canContinue({ step: "plan", plan: "free", isDriveConnected: false })).toBe(true);
  });

  it("keeps Continue closed on storage for the free plan until the drive is connected", () => {
    expect(canContinue({ step: "storage", plan: "free", isDriveConnected: false })).toBe(false);
    expect(canContinue({ step: "storage", plan: "free", isDriveConnected: true })).toBe(true);
    expect(canContinue({ step: "storage", plan: "basic", isDriveConnected: false })).toBe(true);
    expect(canContinue({ step: "storage", plan: "pro", isDriveConnected: false })).toBe(true);
  });

  it("goes on by itself on the free plan once connected, and on no other", () => {
    expect(decideAutoStep({ step: "storage", plan: "free", isDriveConnected: true })).toBe("all-set");
    expect(decideAutoStep({ step: "storage", plan: "free", isDriveConnected: false })).toBe("storage");
    expect(decideAutoStep({ step: "storage", plan: "basic", isDriveConnected: true })).toBe("storage");
    expect(decideAutoStep({ step: "plan", plan: "free", isDriveConnected: true })).toBe("plan");
  });

  it("moves to the end and back, and never past either", () => {
    expect(nextStep({ step: "welcome", plan: undefined, isDriveConnected: false })).toBe("plan");
    expect(nextStep({ step: "plan", plan: undefined, isDriveConnected: false })).toBe("plan");
    expect(nextStep({ step: "all-set", plan: "free", isDriveConnected: true })).toBe("all-set");
    expect(previousStep("storage")).toBe("plan");
    expect(previousStep("welcome")).toBe("welcome");
    expect(stepNumber("all-set")).toBe(4);
  });

  it("goes on with storage where a plan was chosen before", () => {
    expect(firstStep("free")).toBe("storage");
    expect(firstStep("pro")).toBe("storage");
    expect(firstStep(undefined)).toBe("welcome");
  });

  it("does not take a stored text for a plan that it is not", () => {
    expect(parsePlan("pro")).toBe("pro");
    expect(parsePlan("enterprise")).toBeUndefined();
  });
});

describe("A2.5 the plan the wizard ends with", () => {
  it.each([
    ["free", "basic", false, "basic"],
    ["free", "basic", true, "free"],
    ["free", "free", true, "free"],
    ["basic", "pro", false, "pro"],
    ["basic", "free", false, "basic"],
  ] as const)("%s, chosen %s, drive connected %s: %s", (current, chosen, isDriveConnected, plan) => {
    expect(planAtEnd({ current, chosen, isDriveConnected })).toBe(plan);
  });
});

describe("decision 0009 'Skip' on the third step", () => {
  it.each([
    [{ step: "storage", plan: "free", isDriveConnected: false }, true],
    [{ step: "storage", plan: "free", isDriveConnected: true }, false],
    [{ step: "storage", plan: "pro", isDriveConnected: false }, false],
    [{ step: "plan", plan: "free", isDriveConnected: false }, false],
  ] as const)("%j: %s", (onboarding, expected) => {
    expect(canSkip(onboarding)).toBe(expected);
  });
});
