import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { currentSession, login, register } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

const JSON_TYPE = { "content-type": "application/json" };

describe("A8 requests rejected before any handler runs", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
  });
  afterEach(() => server.close());

  const post = (body: string, headers: Record<string, string> = JSON_TYPE) => server.send("POST", login.path, { headers, body });

  it.each([
    ["broken JSON", '{"email":', 400, "bad-request"],
    ["a name said twice", '{"email":"a@b.co","password":"x","password":"y"}', 400, "bad-request"],
    ["an array", "[]", 400, "bad-request"],
    ["no body", "", 400, "bad-request"],
    ["a body over the limit", `{"email":"${"a".repeat(20_000)}"}`, 413, "too-large"],
  ])("%s", async (_, body, status, code) => {
    const called = await post(body);
    expect([called.status, called.refusal().code]).toEqual([status, code]);
  });

  it("rejects another content type", async () => {
    const called = await post("email=a@b.co", { "content-type": "application/x-www-form-urlencoded" });
    expect([called.status, called.refusal().code]).toEqual([415, "unsupported-media-type"]);
  });

  it("names the wrong field without quoting its value", async () => {
    const called = await post('{"email":"a@b.co","password":{"hidden":"words"}}');
    expect(called.refusal()).toEqual({ code: "bad-request", message: "The request is not as expected.", field: "password" });
  });

  it("responds to unknown paths and methods under /api with JSON, never with a page", async () => {
    const unknown = await server.send("GET", "/api/nothing");
    const method = await server.send("GET", login.path);
    expect([unknown.status, unknown.refusal().code]).toEqual([404, "not-found"]);
    expect([method.status, method.refusal().code, method.headers.allow]).toEqual([405, "method-not-allowed", "POST"]);
  });

  it("rejects a malformed path", async () => {
    const called = await server.send("GET", "/api/%zz");
    expect([called.status, called.refusal().code]).toEqual([400, "bad-request"]);
  });

  it("is not affected by names like __proto__", async () => {
    const called = await post('{"__proto__":{"password":"x"},"email":"a@b.co"}');
    expect(called.refusal()).toMatchObject({ code: "bad-request", field: "password" });
  });
});

describe("decision 0006 responses", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
  });
  afterEach(() => server.close());

  it("forbid caching and CORS for the API", async () => {
    const called = await server.call(login, { email: "a@b.co", password: "x" });
    expect(called.headers["cache-control"]).toBe("no-store");
    expect(called.headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("report health and readiness", async () => {
    expect(JSON.parse((await server.send("GET", "/healthz")).text)).toEqual({ status: "ok" });
    expect((await server.send("GET", "/readyz")).status).toBe(200);
    await server.stack().db.destroy();
    expect((await server.send("GET", "/readyz")).status).toBe(503);
    expect((await server.send("GET", "/healthz")).status).toBe(200);
  });

  it("hide internal errors, which the log names without request data", async () => {
    const { token } = await server.join();
    await server.stack().db.destroy();
    const called = await server.call(completeOnboarding, { planType: "basic" }, { token });
    expect([called.status, JSON.parse(called.text)]).toEqual([500, { code: "unexpected", message: "Something went wrong on our side." }]);
    expect(server.log()).toContain("unexpected failure");
    expect(server.log()).not.toContain(token);
  });
});

describe("decision 0007 the web app", () => {
  let web = "";
  let server: TestServer;
  beforeEach(async () => {
    web = await mkdtemp(join(tmpdir(), "satchel-web-"));
    await mkdir(join(web, "assets"));
    await writeFile(join(web, "index.html"), "<!doctype html><title>Satchel</title>");
    await writeFile(join(web, "sw.js"), "// worker");
    await writeFile(join(web, "assets", "app-4f3a.js"), "export const a = 1;".repeat(200));
    await writeFile(join(web, "assets", "remote-image-worker-4f3a.js"), "export {};");
    server = await createTestServer({ SATCHEL_WEB_DIR: web });
  });
  afterEach(async () => {
    await server.close();
    await rm(web, { recursive: true });
  });

  it("is the same page at every address of the route table", async () => {
    for (const url of ["/", "/login", "/notes/note-1/edit?x=1", "/auth/google/callback?code=abc", "/index.html"]) {
      const called = await server.send("GET", url);
      expect([url, called.status, called.headers["cache-control"]]).toEqual([url, 200, "no-cache"]);
      expect(called.text).toContain("<title>Satchel</title>");
    }
  });

  it("caches hashed files forever and the service worker never", async () => {
    expect((await server.send("GET", "/assets/app-4f3a.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const worker = await server.send("GET", "/sw.js");
    expect([worker.headers["cache-control"], worker.headers["content-type"]]).toEqual(["no-cache", expect.stringContaining("javascript")]);
  });

  it("compresses large files, but never the API", async () => {
    const headers = { "accept-encoding": "gzip" };
    expect((await server.send("GET", "/assets/app-4f3a.js", { headers })).headers["content-encoding"]).toBe("gzip");
    expect((await server.send("GET", "/api/cloud/config", { headers })).headers).not.toHaveProperty("content-encoding");
  });

  it("prefers files that the build compressed", async () => {
    await writeFile(join(web, "assets", "app-4f3a.js.br"), brotliCompressSync("export const b = 2;"));
    const called = await server.stack().app.inject({ method: "GET", url: "/assets/app-4f3a.js", headers: { "accept-encoding": "br" } });
    expect(called.headers).toMatchObject({ "content-encoding": "br", "cache-control": "public, max-age=31536000, immutable" });
    expect(called.headers["content-type"]).toContain("javascript");
    expect(called.headers.vary).toContain("accept-encoding");
    expect(brotliDecompressSync(called.rawPayload).toString()).toBe("export const b = 2;");
  });

  it("serves neither missing files nor paths that climb out", async () => {
    for (const url of ["/assets/gone-1234.js", "/favicon.png", "/..%2f..%2fsecret.key", "/.env", "/%2e%2e/data/secret.key"]) {
      const { status, text } = await server.send("GET", url);
      expect([url, status]).toEqual([url, expect.toSatisfy((code) => code === 404 || code === 400 || code === 403)]);
      expect(text).not.toContain("Satchel</title>");
    }
    expect((await server.send("POST", "/login")).status).toBe(404);
  });

  it("reports that it has not been built", async () => {
    const bare = await createTestServer();
    const called = await bare.send("GET", "/notes");
    expect([called.status, called.text]).toEqual([404, "Satchel's server is running, but the web app has not been built.\n"]);
    expect((await bare.send("GET", "/app.js")).refusal().code).toBe("not-found");
    await bare.close();
  });

  it("lets only the image worker read from any https host", async () => {
    const policyOf = async (path: string) => String((await server.send("GET", path)).headers["content-security-policy"]);
    expect(await policyOf("/assets/remote-image-worker-4f3a.js")).toBe("default-src 'none'; script-src 'self'; connect-src https:");
    expect(await policyOf("/assets/app-4f3a.js")).toContain("connect-src 'self';");
  });

  it("runs under a strict policy", async () => {
    const { headers } = await server.send("GET", "/");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types default satchel-html$/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline|unsafe-eval'[^;]*'unsafe-eval'|\*/);
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
    expect(headers).not.toHaveProperty("strict-transport-security");
  });
});

describe("decision 0007 policy with Google", () => {
  it("allows the drive's host only, and requires https if it is served so", async () => {
    const server = await createTestServer({
      GOOGLE_CLIENT_ID: "id",
      GOOGLE_CLIENT_SECRET: "secret",
      SATCHEL_PUBLIC_URL: "https://notes.example.org",
    });
    const { headers } = await server.send("GET", "/healthz");
    expect(String(headers["content-security-policy"])).toContain("connect-src 'self' https://www.googleapis.com;");
    expect(String(headers["content-security-policy"])).toContain("form-action 'self' https://accounts.google.com");
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    await server.close();
  });
});

describe("A2.5 onboarding", () => {
  it("ends with the chosen plan, with or without a body", async () => {
    const server = await createTestServer();
    const { token } = await server.join();
    expect((await server.call(completeOnboarding, { planType: "pro" }, { token })).reply()).toMatchObject({
      needsOnboarding: false,
      planType: "pro",
    });
    expect((await server.call(completeOnboarding, undefined, { token, scheme: "Basic" })).reply().user).toMatchObject({
      planType: "pro",
      needsOnboarding: false,
    });
    const odd = await server.send("POST", completeOnboarding.path, {
      headers: { ...JSON_TYPE, authorization: `Basic ${token}` },
      body: '{"planType":"gold"}',
    });
    expect(odd.refusal()).toMatchObject({ code: "bad-request", field: "planType" });
    await server.close();
  });

  it("accepts the same plan again afterwards, but no other one", async () => {
    const server = await createTestServer();
    const { token } = await server.join();
    const complete = (planType: "free" | "pro") => server.call(completeOnboarding, { planType }, { token });
    await complete("pro");

    expect((await complete("pro")).reply()).toMatchObject({ needsOnboarding: false, planType: "pro" });
    expect((await complete("free")).refusal().code).toBe("onboarding-over");
    expect((await server.call(currentSession, undefined, { token })).reply().user).toMatchObject({ planType: "pro" });
    await server.close();
  });

  it("ends with one plan if two pages finish it at once", async () => {
    const server = await createTestServer();
    const { token } = await server.join();
    const plans = ["basic", "pro", "free"] as const;

    const answers = await Promise.all(plans.map((planType) => server.call(completeOnboarding, { planType }, { token })));

    const { planType } = (await server.call(currentSession, undefined, { token })).reply();
    expect(plans.filter((_, at) => answers[at]?.status === 200)).toEqual([planType]);
    await server.close();
  });

  it("requires a session", async () => {
    const server = await createTestServer();
    expect((await server.call(completeOnboarding, undefined)).refusal().code).toBe("not-signed-in");
    expect((await server.call(register, { email: "a@b.co", password: "Correct horse 1" })).reply().needsOnboarding).toBe(true);
    await server.close();
  });
});
