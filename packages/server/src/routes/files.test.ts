import { login, logout } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { isSealedFile, readFile, uploadFile } from "@satchel/contract/drives/files.ts";
import { beginPlanChange, completePlanChange } from "@satchel/contract/drives/plan-change.ts";
import { FILE } from "@satchel/contract/limits.ts";
import type { PlanType } from "@satchel/contract/plans.ts";
import { REFUSALS } from "@satchel/contract/refusals.ts";
import { toPath } from "@satchel/contract/route.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

const ID = "mJ3kQ9vXz2Lw8RtY5uNb1A";

let server: TestServer;
let origin: string;
beforeEach(async () => {
  server = await createTestServer();
  origin = await server.listen();
});
afterEach(() => server.close());

/** The outer form of an envelope: `SAT1`, a key id, an iv, and sealed bytes. */
function sealed(bytes = 300): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...Buffer.from("SAT1"),
    11,
    ...Buffer.from("A".repeat(11)),
    ...Array.from({ length: bytes }, (_, at) => at % 251),
  ]);
}

async function join(plan: PlanType, withLibrary = true): Promise<string> {
  const { token } = await server.join();
  await server.call(completeOnboarding, { planType: plan }, { token });
  if (withLibrary && plan !== "free") await makeLibrary(token);
  return token;
}

/** Creates the folders that a browser's first sync creates. */
async function makeLibrary(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const make = async (body: object): Promise<string> => {
    const made = await fetch(`${origin}/drive/v3/files?fields=id`, { method: "POST", headers, body: JSON.stringify(body) });
    return ((await made.json()) as { id: string }).id;
  };
  const mimeType = "application/vnd.google-apps.folder";
  const app = await make({ name: "app", mimeType, appProperties: { k: "app", t: "target" } });
  await make({ name: "attachments", mimeType, parents: [app], appProperties: { k: "dir", r: "attachments" } });
}

async function upload(token: string | undefined, { name = `${ID}.bin`, bytes = sealed(), field = "file", scheme = "Basic" } = {}) {
  const form = new FormData();
  form.append(field, new Blob([bytes]), name);
  const headers = token === undefined ? {} : { authorization: `${scheme} ${token}` };
  const response = await fetch(origin + uploadFile.path, { method: "POST", headers, body: form });
  return { status: response.status, body: (await response.json()) as { id?: string; fileName?: string; code?: string; message?: string } };
}

async function download(token: string | undefined, fileId = ID, scheme = "Bearer") {
  const headers = token === undefined ? {} : { authorization: `${scheme} ${token}` };
  return fetch(origin + toPath(readFile.path, { fileId }), { headers });
}

describe("A7 files through the server", () => {
  it("stores a sealed file in managed storage and returns the same bytes", async () => {
    const token = await join("basic");
    expect(await upload(token)).toEqual({ status: 200, body: { id: ID, fileName: `${ID}.bin` } });

    const back = await download(token);
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(sealed());
    expect((await download(token, ID, "Basic")).status).toBe(200);
    expect(back.headers.get("content-disposition")).toBe("attachment");
    expect(back.headers.get("x-content-type-options")).toBe("nosniff");
    expect(back.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(back.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("stores it as a file of the drive where the browser looks, with name and properties", async () => {
    const token = await join("basic");
    await upload(token, { scheme: "Bearer" });

    const query = new URLSearchParams({
      q: "appProperties has { key='k' and value='attachment' }",
      fields: "files(name,mimeType,appProperties,parents)",
    });
    const listed = await fetch(`${origin}/drive/v3/files?${query}`, { headers: { authorization: `Bearer ${token}` } });
    expect(await listed.json()).toMatchObject({
      files: [
        {
          name: `${ID}.bin`,
          mimeType: "application/octet-stream",
          appProperties: { n: ID, k: "attachment" },
          parents: [expect.any(String)],
        },
      ],
    });
  });

  it("hides a file from other accounts and without a session", async () => {
    const [ada, grace] = [await join("basic"), await join("basic")];
    await upload(ada);

    expect((await download(grace)).status).toBe(404);
    expect((await upload(grace)).status).toBe(200);
    expect(new Uint8Array(await (await download(ada)).arrayBuffer())).toEqual(sealed());
    expect([(await download(undefined)).status, (await upload(undefined)).status]).toEqual([401, 401]);
    await server.call(logout, undefined, { token: grace });
    expect([(await download(grace)).status, (await upload(grace)).status]).toEqual([401, 401]);
  });

  it("never replaces a file", async () => {
    const token = await join("basic");
    await upload(token);
    expect((await upload(token, { bytes: sealed(999) })).body.code).toBe("conflict");
    expect(new Uint8Array(await (await download(token)).arrayBuffer())).toEqual(sealed());
  });

  it.each([
    ["a file in clear", { bytes: Uint8Array.from(Buffer.from("Zanzibar marmalade recipe".repeat(20))) }],
    ["a name that tells something", { name: "Marmalade.pdf" }],
    ["a name with a path", { name: "../x.bin" }],
    ["another field", { field: "upload" }],
    ["too little to be sealed", { bytes: sealed(3) }],
  ])("rejects %s", async (_, part) => {
    const token = await join("basic");
    expect((await upload(token, part)).body.code).toBe("bad-request");
    expect((await download(token)).status).toBe(404);
  });

  it("rejects an invalid form, a form on other routes, and a too large body", async () => {
    const token = await join("basic");
    const send = (path: string, type: string, body: string) =>
      fetch(origin + path, { method: "POST", headers: { authorization: `Basic ${token}`, "content-type": type }, body });
    const codeOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { code: string }).code;
    expect(await codeOf(send(uploadFile.path, "multipart/form-data; boundary=x", "no form"))).toBe("bad-request");
    expect(await codeOf(send(uploadFile.path, "application/json", "{}"))).toBe("bad-request");
    expect(await codeOf(send(login.path, "multipart/form-data; boundary=x", "--x--"))).toBe("unsupported-media-type");
    expect((await upload(token, { bytes: sealed(FILE.bodyMaxBytes) })).body.code).toBe("too-large");
  });

  it("explains on the free plan where files are, and requires a library", async () => {
    const free = await join("free");
    expect(await upload(free)).toMatchObject({
      status: 403,
      body: { code: "files-need-plan", message: REFUSALS["files-need-plan"].message },
    });
    expect((await download(free)).status).toBe(403);
    const early = await join("basic", false);
    expect((await upload(early)).body.code).toBe("library-missing");
  });

  it("counts against the plan", async () => {
    const token = await join("basic");
    await upload(token, { bytes: sealed(100_000) });
    const about = await fetch(`${origin}/drive/v3/about?fields=storageQuota`, { headers: { authorization: `Bearer ${token}` } });
    const { storageQuota } = (await about.json()) as { storageQuota: { usage: string } };
    expect(Number(storageQuota.usage)).toBeGreaterThanOrEqual(100_000);
    await server.call(beginPlanChange, { planType: "free" }, { token });
    await server.call(completePlanChange, undefined, { token });
    expect((await upload(token, { name: "other.bin" })).body.code).toBe("files-need-plan");
  });
});

describe("encryption.md 3.3 recognition of sealed files", () => {
  it("never mistakes a user's file for a sealed one", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !isSealedFile(bytes)));
    expect(isSealedFile(sealed())).toBe(true);
  });
});
