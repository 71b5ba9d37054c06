import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRawDrive, type RawDrive, reasonOf, toMultipart } from "../../testing/raw-drive.ts";
import type { ChangeList, FileList } from "../../wire/resources.ts";
import { parseFaultConfig } from "./fault-config.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";

describe("drive contract §7.4 faults", () => {
  let drive: RawDrive;
  beforeEach(() => {
    drive = createRawDrive();
  });
  const set = (faults: unknown) => {
    const parsed = parseFaultConfig(faults);
    if (!parsed.ok) throw new Error(parsed.problem);
    drive.sandbox.control?.setFaults(parsed.value);
  };
  const statuses = async (count: number, path = `${FILES}/root`) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await drive.call("GET", path)).status);
    return seen;
  };

  it.each([
    [{ nth: 2 }, [200, 503, 200, 200, 200, 200]],
    [{ every: 3 }, [200, 200, 503, 200, 200, 503]],
    [{ times: 2 }, [503, 503, 200, 200, 200, 200]],
    [{ every: 2, times: 1 }, [200, 503, 200, 200, 200, 200]],
    [{ rate: 0 }, [200, 200, 200, 200, 200, 200]],
    [{ rate: 1 }, [503, 503, 503, 503, 503, 503]],
  ])("fires by %j", async (when, expected) => {
    set({ rules: [{ when, then: { status: 503 } }] });

    expect(await statuses(6)).toEqual(expected);
  });

  it("fires at about its rate", async () => {
    set({ rules: [{ when: { rate: 0.3 }, then: { status: 429 } }] });

    const fired = (await statuses(400)).filter((status) => status === 429).length;

    expect(fired).toBeGreaterThan(80);
    expect(fired).toBeLessThan(160);
  });

  it("applies only to the requests it names", async () => {
    set({ rules: [{ on: { kinds: ["files.get"], userId: "grace", method: "GET", pathIncludes: "root" }, then: { status: 500 } }] });

    expect(await statuses(1)).toEqual([200]);
    expect((await drive.call("GET", `${FILES}/root`, { token: drive.tokenOf("grace") })).status).toBe(500);
    expect((await drive.call("GET", FILES, { token: drive.tokenOf("grace") })).status).toBe(200);
  });

  it.each([
    [{ status: 401 }, "401 authError Authorization"],
    [{ status: 403 }, "403 userRateLimitExceeded"],
    [{ status: 403, reason: "storageQuotaExceeded" }, "403 storageQuotaExceeded"],
    [{ status: 404 }, "404 notFound"],
    [{ status: 429 }, "429 rateLimitExceeded"],
    [{ status: 500 }, "500 internalError"],
    [{ status: 503 }, "503 backendError"],
  ])("responds with %j in the drive's own format and with CORS headers", async (then, reason) => {
    set({ rules: [{ then: { ...then, retryAfterSeconds: 2 } }] });

    const answer = await drive.call("GET", `${FILES}/root`);

    expect(reasonOf(answer)).toBe(reason);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("responds with OAuth faults in OAuth's format", async () => {
    set({ rules: [{ on: { kinds: ["oauth.token"] }, then: { status: 400, reason: "invalid_grant" } }] });

    expect((await drive.call("POST", "/token", { token: null })).json).toMatchObject({ error: "invalid_grant" });
  });

  it.each([
    ["an error after the write took effect", { status: 500, afterEffect: true }, 1],
    ["an answer lost after the write took effect", { lost: "after" }, 1],
    ["an error instead of the write", { status: 500 }, 0],
    ["a connection lost before the write", { lost: "before" }, 0],
  ])("imitates %s", async (_, then, files) => {
    set({ rules: [{ on: { kinds: ["files.create"] }, then }] });

    await drive
      .call("POST", `/upload${FILES}?uploadType=multipart`, toMultipart({}, "x"))
      .catch((error: unknown) => expect(error).toBeInstanceOf(TypeError));

    expect((await drive.call<FileList>("GET", FILES)).json.files).toHaveLength(files);
  });

  it.each(["before", "after"] as const)("creates a second file of the same name, as another device does, %s", async (twice) => {
    set({ rules: [{ on: { kinds: ["files.create"] }, then: { twice } }] });
    const made = await drive.folder("Notes");

    const { files = [] } = (await drive.call<FileList>("GET", FILES, { query: { q: "name = 'Notes'", fields: "files(id,name)" } })).json;

    expect(files.map((file) => file.name)).toEqual(["Notes", "Notes"]);
    expect(files.map((file) => file.id).indexOf(made)).toBe(twice === "before" ? 0 : 1);
  });

  it("does not create two files of one id", async () => {
    const [first, second] = [await drive.newId(), await drive.newId()];
    const create = async (id: string, twice: string) => {
      set({ rules: [{ on: { kinds: ["files.create"] }, then: { twice } }] });
      return reasonOf(await drive.call("POST", `/upload${FILES}?uploadType=multipart`, toMultipart({ id }, "x")));
    };

    expect(await create(first, "after")).toBe("200 undefined");
    expect(await create(second, "before")).toBe("409 fileIdInUse");
    expect((await drive.call<FileList>("GET", FILES)).json.files).toHaveLength(2);
  });

  it.each(["before", "after"] as const)("delays a response %s it takes effect", async (where) => {
    set({ rules: [{ on: { kinds: ["files.create"] }, then: { delayMs: 1000, where } }] });
    const answer = drive.call("POST", FILES, { json: {} });
    const count = async () => (await drive.call<FileList>("GET", FILES)).json.files?.length;

    await drive.clock.advance(999);
    expect(await count()).toBe(where === "before" ? 0 : 1);
    await drive.clock.advance(1);
    expect((await answer).status).toBe(200);
  });

  it("shows changes with a delay, in order and without gaps", async () => {
    set({ feedLagMs: 1000 });
    const first = await drive.make({ name: "1" });
    await drive.clock.advance(600);
    const second = await drive.make({ name: "2" });
    const poll = async (pageToken: string) => (await drive.call<ChangeList>("GET", "/drive/v3/changes", { query: { pageToken } })).json;

    const early = await poll("1");
    expect(early.changes).toEqual([]);
    await drive.clock.advance(400);
    const middle = await poll(early.newStartPageToken ?? "");
    expect(middle.changes?.map((change) => change.fileId)).toEqual([first.id]);
    await drive.clock.advance(600);
    expect((await poll(middle.newStartPageToken ?? "")).changes?.map((change) => change.fileId)).toEqual([second.id]);
  });

  it("lists new files with a delay and reads them by id at once", async () => {
    set({ listLagMs: 1000 });
    const { id } = await drive.make({});

    expect((await drive.call<FileList>("GET", FILES)).json.files).toEqual([]);
    expect((await drive.call("GET", `${FILES}/${id}`)).status).toBe(200);
    await drive.clock.advance(1000);
    expect((await drive.call<FileList>("GET", FILES)).json.files).toHaveLength(1);
  });

  it("finds new files by name later than by folder", async () => {
    set({ nameLagMs: 1000 });
    await drive.make({ name: "n" });
    const found = async (q: string) => (await drive.call<FileList>("GET", FILES, { query: { q } })).json.files?.length;

    expect([await found("name = 'n'"), await found("'root' in parents")]).toEqual([0, 1]);
    await drive.clock.advance(1000);
    expect(await found("not (name != 'n')")).toBe(1);
  });

  it("repeats reported changes, and still reaches the end", async () => {
    for (let index = 0; index < 8; index += 1) await drive.make({});
    set({ feedRepeats: 3 });
    const reported: string[] = [];
    let token: string | undefined = "1";
    while (token !== undefined) {
      const { json }: { readonly json: ChangeList } = await drive.call<ChangeList>("GET", "/drive/v3/changes", {
        query: { pageToken: token, pageSize: "2" },
      });
      reported.push(...(json.changes ?? []).map((change) => change.fileId ?? ""));
      token = json.nextPageToken;
    }

    expect(new Set(reported).size).toBe(8);
    expect(reported.length).toBeGreaterThan(8);
  });

  it("returns short and empty pages with a token, and lists everything once", async () => {
    for (let index = 0; index < 30; index += 1) await drive.make({});
    set({ shortPages: true });
    const sizes: number[] = [];
    const ids = new Set<string>();
    let pageToken: string | undefined;
    do {
      const { json } = await drive.call<FileList>("GET", FILES, {
        query: { pageSize: "10", ...(pageToken !== undefined && { pageToken }) },
      });
      for (const file of json.files ?? []) ids.add(file.id ?? "");
      sizes.push(json.files?.length ?? 0);
      pageToken = json.nextPageToken;
    } while (pageToken !== undefined);

    expect(ids.size).toBe(30);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes).toContain(0);
  });

  it("lets versions jump without losing a write", async () => {
    set({ versionStep: 7 });
    const { id } = await drive.make({});
    const rename = async (name: string) =>
      Number((await drive.call("PATCH", `${FILES}/${id}?fields=version`, { json: { name } })).json.version);

    const [first, second] = [await rename("a"), await rename("b")];

    expect([first % 7, second - first]).toEqual([0, 7]);
    expect((await drive.call("GET", `${FILES}/${id}`)).json.name).toBe("b");
  });

  it("imitates a full drive, a missing scope and a drive that throttles writes", async () => {
    set({ storageFull: true });
    expect(reasonOf(await drive.call("POST", `/upload${FILES}?uploadType=multipart`, toMultipart({}, "x")))).toBe(
      "403 storageQuotaExceeded",
    );
    expect((await drive.call("POST", FILES, { json: {} })).status).toBe(200);

    set({ scopeMissing: true });
    expect(reasonOf(await drive.call("GET", FILES))).toBe("403 insufficientPermissions");

    set({ writesPerSecond: 3 });
    const writes = async () => {
      const seen: string[] = [];
      for (let index = 0; index < 5; index += 1) seen.push(reasonOf(await drive.call("POST", FILES, { json: {} })));
      return seen.filter((reason) => reason === "403 userRateLimitExceeded").length;
    };
    expect(await writes()).toBe(2);
    await drive.clock.advance(1000);
    expect(await writes()).toBe(2);
  });

  it("counts and throttles each call of a batch separately", async () => {
    set({ writesPerSecond: 3, rules: [{ on: { kinds: ["files.get"] }, then: { lost: "before" } }] });
    const part = (line: string) => `--b\r\nContent-Type: application/http\r\n\r\n${line}\r\n\r\n{}\r\n`;
    const lines = [...Array.from({ length: 5 }, () => `POST ${FILES}`), `GET ${FILES}/root`, `DELETE ${FILES}/x`];
    await drive.clock.advance(1000);

    const answer = await drive.call("POST", "/batch/drive/v3", {
      body: `${lines.map(part).join("")}--b--`,
      headers: { "content-type": "multipart/mixed; boundary=b" },
    });

    expect([...answer.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual([200, 200, 200, 403, 403, 503, 403]);
    expect(drive.sandbox.control?.counts()).toEqual({ batch: 1, "files.create": 5, "files.get": 1, "files.delete": 1 });
  });

  it.each([
    [],
    "x",
    { feedLag: 1 },
    { rules: {} },
    { rules: [{}] },
    { rules: [{ then: {} }] },
    { rules: [{ then: { status: 418 } }] },
    { rules: [{ then: { lost: "never" } }] },
    { rules: [{ then: { twice: true } }] },
    { rules: [{ on: { kinds: ["files.gets"] }, then: { status: 500 } }] },
    { versionStep: 0 },
    { rules: [{ then: { status: 500, lost: "after" } }] },
  ])("rejects a misspelled fault: %j", (faults) => {
    expect(parseFaultConfig(faults).ok).toBe(false);
  });
});

describe("control endpoints", () => {
  it("switch faults, count requests by kind, and reset", async () => {
    const drive = createRawDrive();
    const control = (method: string, path: string, json?: unknown) =>
      drive.call(method, `/__control/${path}`, { token: null, ...(json !== undefined && { json }) });

    expect((await control("POST", "faults", { rules: [{ on: { kinds: ["files.get"] }, then: { status: 500 } }] })).status).toBe(200);
    await drive.make({ name: "secret name" }, "secret text");
    await drive.call("GET", `${FILES}/root?q=secret`);
    const log = await control("GET", "requests");

    expect(log.json.counts).toEqual({ "files.create": 1, "files.get": 1 });
    expect(log.json.requests).toMatchObject([
      { method: "POST", kind: "files.create", userId: "ada", status: 200, requestBytes: expect.any(Number) },
      { method: "GET", path: `${FILES}/root`, kind: "files.get", status: 500, fault: "status 500" },
    ]);
    expect(log.text).not.toContain("secret");
    expect((await control("POST", "faults", { nonsense: 1 })).status).toBe(400);
    expect((await control("POST", "reset")).status).toBe(200);
    expect((await drive.call("GET", `${FILES}/root`)).status).toBe(200);
    expect((await control("GET", "requests")).json.counts).toEqual({ "files.get": 1 });
    expect((await control("POST", "settings", { accessTokenSeconds: 0 })).status).toBe(400);
    expect((await control("POST", "settings", { accessTokenSeconds: 5 })).status).toBe(200);
    expect((await control("POST", "expire-tokens")).status).toBe(200);
    expect((await control("GET", "nothing")).status).toBe(404);
  });
});
