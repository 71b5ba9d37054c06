import { beginPlanChange, cancelPlanChange, completePlanChange, readPlan } from "@satchel/contract/drives/plan-change.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";

let server: TestServer;
let ada: TestUser;
let origin: string;
beforeEach(async () => {
  server = await createTestServer();
  origin = await server.listen();
  ada = await server.join();
});
afterEach(() => server.close());

const begin = (planType: "free" | "basic" | "pro") => server.call(beginPlanChange, { planType }, { token: ada.token });
const complete = () => server.call(completePlanChange, undefined, { token: ada.token });
const upload = (bytes: number) =>
  fetch(`${origin}/upload/drive/v3/files?uploadType=media`, {
    method: "POST",
    headers: { authorization: `Bearer ${ada.token}`, "content-type": "application/octet-stream" },
    body: new Uint8Array(bytes),
  });
const stateOf = async () => {
  const { user, pendingPlan } = (await server.call(readPlan, undefined, { token: ada.token })).reply();
  return [user.planType, pendingPlan];
};

describe("decision 0010 another plan later", () => {
  it("takes effect when completed, and has the new plan's space before that", async () => {
    expect((await upload(10)).status).toBe(403);
    expect((await begin("pro")).reply()).toMatchObject({ user: { planType: "free" }, pendingPlan: "pro" });
    expect((await upload(10)).status).toBe(200);

    expect((await complete()).reply()).toMatchObject({ user: { planType: "pro" }, pendingPlan: null });
    expect((await complete()).reply()).toMatchObject({ user: { planType: "pro" }, pendingPlan: null });
    expect(await stateOf()).toEqual(["pro", null]);
  });

  it("changes nothing if canceled, and cannot be completed later", async () => {
    await begin("basic");
    await server.call(cancelPlanChange, undefined, { token: ada.token });
    await complete();
    expect(await stateOf()).toEqual(["free", null]);
    expect((await upload(10)).status).toBe(403);
  });

  it("keeps managed storage readable and writable until the downgrade is completed", async () => {
    await begin("basic");
    await complete();
    await begin("free");
    expect(await stateOf()).toEqual(["basic", "free"]);
    expect((await upload(10)).status).toBe(200);
    await complete();
    expect((await upload(10)).status).toBe(403);
  });

  it("switches between paid plans at once, unless the stored files do not fit", async () => {
    await begin("pro");
    await complete();
    expect((await begin("basic")).reply()).toMatchObject({ user: { planType: "basic" }, pendingPlan: null });
    await begin("pro");
    const { managed } = server.stack().services;
    const usage = managed.usageOf;
    Object.assign(managed, { usageOf: async () => ({ usedBytes: PLANS.basic.managedBytes + 1, totalBytes: PLANS.pro.managedBytes }) });
    expect((await begin("basic")).refusal().code).toBe("plan-too-small");
    Object.assign(managed, { usageOf: usage });
    expect(await stateOf()).toEqual(["pro", null]);
  });

  it("requires a session, with either authorization scheme", async () => {
    expect((await server.call(readPlan, undefined)).refusal().code).toBe("not-signed-in");
    for (const scheme of ["Basic", "Bearer"] as const)
      expect((await server.call(readPlan, undefined, { token: ada.token, scheme })).status).toBe(200);
  });
});
