import { describe, expect, it } from "vitest";
import { loadConfig, needsDataFolder } from "./config.ts";
import { StartProblem } from "./start-problem.ts";

const load = (env: Record<string, string>) => loadConfig(env, "/srv/satchel");
const SECRET = "a secret of at least thirty-two characters";
const s3 = { S3_BUCKET: "satchel", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" };
const google = { GOOGLE_CLIENT_ID: "id.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "secret" };

describe("decision 0006 configuration", () => {
  it("defaults to loopback, port 8080, a data folder and the sandbox drive", () => {
    expect(load({})).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      dataDir: "/srv/satchel/data",
      driveMode: "sandbox",
      testMode: false,
      trustProxy: false,
    });
  });

  it("reads PORT and SATCHEL_DATA_DIR", () => {
    expect(load({ PORT: "9191", SATCHEL_DATA_DIR: "/tmp/elsewhere" })).toMatchObject({ port: 9191, dataDir: "/tmp/elsewhere" });
  });

  it.each([
    [{ PORT: "80a" }, /PORT/],
    [{ PORT: "70000" }, /PORT/],
    [{ PORT: "-1" }, /PORT/],
    [{ SATCHEL_SECRET: "short" }, /SATCHEL_SECRET/],
    [{ METRICS_TOKEN: "short" }, /METRICS_TOKEN/],
    [{ DATABASE_URL: "postgres://x" }, /SATCHEL_SECRET/],
    [{ DATABASE_URL: "mysql://x/y", SATCHEL_SECRET: SECRET }, /DATABASE_URL/],
    [{ DATABASE_URL: "postgres://x/y", SATCHEL_SECRET: SECRET, SATCHEL_DRIVE: "sandbox" }, /SATCHEL_DRIVE/],
    [{ S3_BUCKET: "satchel" }, /S3_ACCESS_KEY_ID/],
    [{ ...s3, S3_BUCKET: "No/Bucket" }, /S3_BUCKET/],
    [{ ...s3, S3_ENDPOINT: "minio:9000" }, /S3_ENDPOINT/],
    [{ GOOGLE_CLIENT_ID: "only" }, /belong together/],
    [{ SATCHEL_DRIVE: "google" }, /GOOGLE_CLIENT_ID/],
    [{ SATCHEL_DRIVE: "dropbox" }, /SATCHEL_DRIVE/],
    [{ SATCHEL_PUBLIC_URL: "notes.example.org" }, /SATCHEL_PUBLIC_URL/],
    [{ LOG_LEVEL: "loud" }, /LOG_LEVEL/],
    [{ SATCHEL_TEST: "1", SATCHEL_HOST: "0.0.0.0", SATCHEL_PUBLIC_URL: "http://localhost:8080" }, /SATCHEL_TEST/],
    [{ SATCHEL_TEST: "1", SATCHEL_PUBLIC_URL: "https://notes.example.org" }, /SATCHEL_TEST/],
    [{ SATCHEL_HOST: "0.0.0.0" }, /SATCHEL_PUBLIC_URL/],
    [{ SATCHEL_HOST: "::" }, /SATCHEL_PUBLIC_URL/],
    [{ SATCHEL_HOST: "192.168.1.7", SATCHEL_DRIVE: "none" }, /SATCHEL_PUBLIC_URL/],
    [{ SATCHEL_DRIVE: "sandbox", SATCHEL_HOST: "0.0.0.0", SATCHEL_PUBLIC_URL: "http://localhost:8080" }, /SATCHEL_DRIVE/],
    [{ SATCHEL_DRIVE: "sandbox", SATCHEL_PUBLIC_URL: "https://notes.example.org" }, /SATCHEL_DRIVE/],
    [{ SATCHEL_REGISTRATION: "friends" }, /SATCHEL_REGISTRATION/],
    [{ SATCHEL_TERMS_URL: "terms.html" }, /SATCHEL_TERMS_URL/],
    [{ SATCHEL_PRIVACY_URL: "javascript:alert(1)" }, /SATCHEL_PRIVACY_URL/],
    [{ SATCHEL_PLANS: "basic,gold" }, /SATCHEL_PLANS.*"gold"/],
  ])("rejects %j with one clear sentence", (env, sentence) => {
    expect(() => load(env as Record<string, string>)).toThrow(StartProblem);
    expect(() => load(env as Record<string, string>)).toThrow(sentence);
  });
});

describe("decision 0006 a server without state", () => {
  const shared = { DATABASE_URL: "postgres://db/satchel", SATCHEL_SECRET: SECRET };

  it("derives the address of Amazon's store from its region, and accepts any other", () => {
    expect(load({ ...s3, S3_REGION: "eu-north-1" }).s3?.endpoint).toBe("https://s3.eu-north-1.amazonaws.com");
    expect(load({ ...s3, S3_ENDPOINT: "http://minio:9000" }).s3).toMatchObject({ endpoint: "http://minio:9000", bucket: "satchel" });
  });

  it("needs a data folder until everything is stored elsewhere", () => {
    const smtp = { SMTP_URL: "smtp://mail.example.org" };
    expect([{}, shared, s3, { ...shared, ...s3 }, { ...shared, ...s3, ...smtp }].map((env) => needsDataFolder(load(env)))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it("disables the sandbox, which is stored in one server's folder", () => {
    expect(load(shared).driveMode).toBe("none");
  });
});

describe("TRUST_PROXY", () => {
  it.each([
    "true",
    "all",
    "*",
    "10",
    "-1",
    "1.5",
    "proxy.local",
    "127.0.0.1,all",
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0/1,128.0.0.0/1",
    "2000::/3",
  ])("is never %s", (text) => {
    expect(() => load({ TRUST_PROXY: text })).toThrow(StartProblem);
    expect(() => load({ TRUST_PROXY: text })).toThrow(/^TRUST_PROXY/);
  });

  // An IPv4 address is also an IPv6 one.
  it.each(["::ffff:0:0/96", "::/80", "::ffff:0.0.0.0/97", "0:0:0:0:0:ffff::/96"])("is not all of IPv4 as %s", (text) => {
    expect(() => load({ TRUST_PROXY: text })).toThrow(/^TRUST_PROXY/);
  });

  it.each([
    ["false", false],
    ["0", false],
    ["1", 1],
    ["9", 9],
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1, 10.0.0.0/8 ,fd00::/8", "127.0.0.1,10.0.0.0/8,fd00::/8"],
    ["::ffff:10.0.0.0/104", "::ffff:10.0.0.0/104"],
    ["loopback,uniquelocal", "loopback,uniquelocal"],
  ])("%s is %j", (text, trusted) => {
    expect(load({ TRUST_PROXY: text }).trustProxy).toBe(trusted);
  });
});

describe("plans that users may choose by themselves", () => {
  const PUBLIC = { SATCHEL_PUBLIC_URL: "https://notes.example.org" };

  it.each([
    [{}, ["free", "basic", "pro"]],
    [PUBLIC, ["free"]],
    [{ ...PUBLIC, SATCHEL_PLANS: "pro, basic" }, ["free", "basic", "pro"]],
    [{ ...PUBLIC, SATCHEL_PLANS: "basic" }, ["free", "basic"]],
    [{ SATCHEL_PLANS: "free" }, ["free"]],
  ])("%j: %j", (env, plans) => {
    expect(load(env as Record<string, string>).openPlans).toEqual(plans);
  });
});

describe("decision 0002 which drive the free plan connects to", () => {
  it.each([
    [{}, "sandbox"],
    [{ SATCHEL_HOST: "::1" }, "sandbox"],
    [{ SATCHEL_HOST: "0.0.0.0", SATCHEL_PUBLIC_URL: "http://localhost:8080" }, "none"],
    [{ SATCHEL_HOST: "192.168.1.7", SATCHEL_PUBLIC_URL: "http://192.168.1.7:8080" }, "none"],
    // Behind a proxy.
    [{ SATCHEL_PUBLIC_URL: "https://notes.example.org" }, "none"],
    [{ SATCHEL_PUBLIC_URL: "http://localhost:8080,https://notes.example.org" }, "none"],
    [{ SATCHEL_PUBLIC_URL: "http://localhost:8080,http://127.0.0.1:8080,http://[::1]:8080,http://satchel.localhost" }, "sandbox"],
    [google, "google"],
    [{ ...google, SATCHEL_DRIVE: "sandbox" }, "sandbox"],
    [{ ...google, SATCHEL_DRIVE: "none" }, "none"],
  ])("%j gives %s", (env, mode) => {
    expect(load(env as Record<string, string>).driveMode).toBe(mode);
  });

  it("allows replacing every address of Google", () => {
    expect(load({ ...google, GOOGLE_TOKEN_URL: "http://127.0.0.1:9090/token" }).google?.tokenUrl).toBe("http://127.0.0.1:9090/token");
  });
});
