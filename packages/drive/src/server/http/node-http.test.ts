/** The Node adapter over real sockets, for errors that only a transport can make. */
import { request as httpRequest } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestDrive, type TestDrive } from "../../testing/create-test-drive.ts";
import { type DriveHandler, RequestAborted } from "./drive-request.ts";
import { type Listening, listen } from "./node-http.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";

describe("the drive over HTTP", () => {
  const opened: Listening[] = [];
  const serve = async (handle: DriveHandler) => {
    const listening = await listen(handle, { port: 0 });
    opened.push(listening);
    return listening.url;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((listening) => listening.close()));
  });
  const headers = (drive: TestDrive) => ({ authorization: `Bearer ${drive.tokenOf()}` });

  it("serves uploads and downloads, small and large", async () => {
    const drive = createTestDrive();
    const url = await serve(drive.sandbox.handle);
    const large = new Uint8Array(3_000_000).map((_, index) => index % 253);

    const made = await fetch(`${url}/upload${FILES}?uploadType=media&fields=id,size`, {
      method: "POST",
      headers: headers(drive),
      body: large,
    });
    const { id, size } = (await made.json()) as { readonly id: string; readonly size: string };
    const back = await fetch(`${url}${FILES}/${id}?alt=media`, { headers: headers(drive) });

    expect(size).toBe("3000000");
    expect(back.headers.get("content-length")).toBe("3000000");
    expect(Buffer.compare(Buffer.from(await back.arrayBuffer()), large)).toBe(0);
  });

  it("responds to a rejected upload without reading it, and reuses the connection", async () => {
    const drive = createTestDrive({ quotaBytes: 1000 });
    const url = await serve(drive.sandbox.handle);

    const refused = await fetch(`${url}/upload${FILES}?uploadType=media`, {
      method: "POST",
      headers: headers(drive),
      body: new Uint8Array(2_000_000),
    });
    const next = await fetch(`${url}${FILES}`, { headers: headers(drive) });

    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("storageQuotaExceeded");
    expect([next.status, await next.json()]).toMatchObject([200, { files: [] }]);
  });

  it("drops an interrupted upload", async () => {
    const drive = createTestDrive();
    const url = await serve(drive.sandbox.handle);
    const ended = new Promise<void>((resolve) => {
      const { port } = new URL(url);
      const upload = httpRequest({
        port,
        method: "POST",
        path: `/upload${FILES}?uploadType=media`,
        headers: { ...headers(drive), "content-length": "1000" },
      });
      upload.on("error", () => resolve());
      upload.write("half", () => upload.destroy());
    });
    await ended;

    // The server notices the broken connection by itself; after a full round trip it has done so.
    let files: unknown;
    do files = await (await fetch(`${url}${FILES}`, { headers: headers(drive) })).json();
    while (drive.sandbox.control?.counts()["files.create"] === undefined);

    expect(files).toMatchObject({ files: [] });
    expect(await drive.metadata.usage("ada")).toEqual({ bytes: 0, trashBytes: 0 });
    expect(drive.reported).toEqual([]);
  });

  it("closes the connection for a lost response", async () => {
    const drive = createTestDrive({ faults: { rules: [{ then: { lost: "after" } }] } });
    const url = await serve(drive.sandbox.handle);

    await expect(fetch(`${url}${FILES}`, { method: "POST", headers: headers(drive), body: "{}" })).rejects.toThrow(TypeError);
  });

  it("ends the source when a client disconnects", async () => {
    let ended = (): void => undefined;
    const isEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(65_536);
      } finally {
        ended();
      }
    }
    const url = await serve(async () => ({ status: 200, headers: {}, body: endless() }));
    const controller = new AbortController();

    const response = await fetch(url, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();

    await isEnded;
  });

  it("passes the request to a handler unchanged", async () => {
    const url = await serve(async (request) => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ ...request, body: request.body === undefined ? "none" : "some" }),
    }));

    const seen = (await (await fetch(`${url}/a%2Fb/c?x=1&y=%20?z`, { headers: { "X-One": "1" } })).json()) as Readonly<
      Record<string, unknown>
    >;

    expect(seen).toMatchObject({
      method: "GET",
      path: "/a%2Fb/c",
      query: "x=1&y=%20?z",
      origin: url,
      body: "none",
      headers: { "x-one": "1" },
    });
  });

  it("drops the connection of a failing handler, and keeps running", async () => {
    let calls = 0;
    const url = await serve(async () => {
      calls += 1;
      if (calls === 1) throw new RequestAborted();
      return { status: 200, headers: {}, body: "alive" };
    });

    await expect(fetch(url)).rejects.toThrow(TypeError);
    expect(await (await fetch(url)).text()).toBe("alive");
  });

  it("reports that its port is in use", async () => {
    const url = await serve(async () => ({ status: 200, headers: {}, body: "" }));

    await expect(listen(async () => ({ status: 200, headers: {}, body: "" }), { port: Number(new URL(url).port) })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });
});
