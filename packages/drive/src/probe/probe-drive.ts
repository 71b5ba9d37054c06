/**
 * Observes the protocol's open points (docs/google-drive-setup.md "The probe") in a folder of its own and trashes the folder at the end.
 */
export type Seen = { readonly point: string; readonly seen: string };

export type ProbeDeps = {
  /** Base URL: `https://www.googleapis.com`, or the address of a sandbox. */
  readonly base: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Called as soon as a point has been observed, because the probe of a real drive takes minutes. */
  readonly onSeen: (seen: Seen) => void;
};

type ProbeResponse = { readonly status: number; readonly json: Record<string, unknown>; readonly headers: Headers };

const FOLDER_TYPE = "application/vnd.google-apps.folder";
const WRITES_MEASURED = 40;
const FEED_TRIES = 30;
const FEED_EVERY_MS = 2000;

export async function probeDrive(deps: ProbeDeps): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  const say = (point: string, seen: string): void => {
    all.push({ point, seen });
    deps.onSeen({ point, seen });
  };
  const folder = await make(deps, { name: "Satchel probe (can be deleted)", mimeType: FOLDER_TYPE });
  try {
    await probeIfMatch(deps, folder, say);
    await probeFeed(deps, folder, say);
    await probeRevision(deps, folder, say);
    await probeTimes(deps, folder, say);
    await probeIdReuse(deps, folder, say);
    await probeTrashAnswer(deps, folder, say);
    await probeFirstToken(deps, say);
    await probeRate(deps, folder, say);
  } finally {
    await call(deps, { method: "PATCH", path: `/drive/v3/files/${folder}`, body: { trashed: true } });
  }
  return all;
}

type Say = (point: string, seen: string) => void;

async function probeIfMatch(deps: ProbeDeps, folder: string, say: Say): Promise<void> {
  const id = await makeWith(deps, folder, { content: "one" });
  const answer = await upload(deps, {
    method: "PATCH",
    path: `/upload/drive/v3/files/${id}?uploadType=media`,
    content: "two",
    headers: { "if-match": '"not-the-etag"' },
  });
  say("1. v3 media PATCH with a wrong If-Match", `${answer.status}${answer.status === 412 ? ": preconditions are honoured" : ""}`);
}

async function probeFeed(deps: ProbeDeps, folder: string, say: Say): Promise<void> {
  const start = await call(deps, { method: "GET", path: "/drive/v3/changes/startPageToken" });
  const id = await makeWith(deps, folder, { content: "seen by the feed?" });
  const began = deps.now();
  for (let tries = 0; tries < FEED_TRIES; tries += 1) {
    const page = await call(deps, {
      method: "GET",
      path: `/drive/v3/changes?pageToken=${String(start.json.startPageToken)}&fields=changes(fileId,file(appProperties))`,
    });
    const changes = (page.json.changes ?? []) as readonly {
      readonly fileId?: string;
      readonly file?: { readonly appProperties?: object };
    }[];
    const change = changes.find(({ fileId }) => fileId === id);
    if (change !== undefined) {
      return say(
        "3. the change feed under drive.file",
        `shows a new file after ${deps.now() - began} ms, appProperties ${change.file?.appProperties === undefined ? "absent" : "present"}`,
      );
    }
    await deps.wait(FEED_EVERY_MS);
  }
  say("3. the change feed under drive.file", `did not show a new file within ${(FEED_TRIES * FEED_EVERY_MS) / 1000} s`);
}

async function probeRevision(deps: ProbeDeps, folder: string, say: Say): Promise<void> {
  const id = await makeWith(deps, folder, { content: "first text" });
  await upload(deps, { method: "PATCH", path: `/upload/drive/v3/files/${id}?uploadType=media`, content: "second text" });
  const listed = await call(deps, { method: "GET", path: `/drive/v3/files/${id}/revisions` });
  const revisions = (listed.json.revisions ?? []) as readonly { readonly id?: string }[];
  const older = await call(deps, { method: "GET", path: `/drive/v3/files/${id}/revisions/${revisions[0]?.id ?? "none"}?alt=media` });
  say("4. bytes of an older revision that is not kept for ever", `${revisions.length} listed; ${older.status}`);
}

async function probeTimes(deps: ProbeDeps, folder: string, say: Say): Promise<void> {
  const id = await makeWith(deps, folder, { content: "one" });
  const other = await make(deps, { name: "elsewhere", mimeType: FOLDER_TYPE, parents: [folder] });
  const timeOf = async () => (await call(deps, { method: "GET", path: `/drive/v3/files/${id}?fields=modifiedTime` })).json.modifiedTime;
  const before = await timeOf();
  await deps.wait(1500);
  await call(deps, { method: "PATCH", path: `/drive/v3/files/${id}?addParents=${other}&removeParents=${folder}`, body: {} });
  const moved = await timeOf();
  await call(deps, { method: "PATCH", path: `/drive/v3/files/${id}`, body: { trashed: true } });
  say(
    "5. modifiedTime",
    `${moved === before ? "same" : "new"} after a move, ${(await timeOf()) === moved ? "same" : "new"} after trashing`,
  );
}

async function probeIdReuse(deps: ProbeDeps, folder: string, say: Say): Promise<void> {
  const ids = await call(deps, { method: "GET", path: "/drive/v3/files/generateIds?count=1" });
  const id = ((ids.json.ids ?? []) as readonly string[])[0] ?? "";
  const body = { id, name: "reserved", parents: [folder] };
  const first = await call(deps, { method: "POST", path: "/drive/v3/files", body });
  const again = await call(deps, { method: "POST", path: "/drive/v3/files", body });
  await call(deps, { method: "DELETE", path: `/drive/v3/files/${id}` });
  const afterDelete = await call(deps, { method: "POST", path: "/drive/v3/files", body });
  say(
    "6. a reserved id",
    `create ${first.status}, repeated ${again.status} ${reasonOf(again)}, after deletion ${afterDelete.status} ${reasonOf(afterDelete)}`,
  );
}

/** sync.md §12: trashes a file together with a change of its properties, inspects the response, and restores the file with new content. */
async function probeTrashAnswer(deps: ProbeDeps, folder: string, say: Say): Promise<void> {
  const id = await makeWith(deps, folder, { content: "one", appProperties: { vv: "a:1" } });
  const fields = "fields=trashed,appProperties,md5Checksum,version";
  const trashed = await call(deps, {
    method: "PATCH",
    path: `/drive/v3/files/${id}?${fields}`,
    body: { trashed: true, appProperties: { sup: "1" } },
  });
  const back = await call(deps, {
    method: "PATCH",
    path: `/drive/v3/files/${id}?${fields}`,
    body: { trashed: false, appProperties: { sup: null } },
  });
  say("trash and back with properties", `${trashed.status} ${JSON.stringify(trashed.json)}; ${back.status} ${JSON.stringify(back.json)}`);
}

async function probeFirstToken(deps: ProbeDeps, say: Say): Promise<void> {
  const page = await call(deps, { method: "GET", path: "/drive/v3/changes?pageToken=1&pageSize=10" });
  say(
    "8. changes from pageToken=1",
    `${page.status}, ${((page.json.changes ?? []) as readonly unknown[]).length} entries on the first page`,
  );
}

async function probeRate(deps: ProbeDeps, folder: string, say: Say): Promise<void> {
  const id = await makeWith(deps, folder, { content: "rate" });
  const began = deps.now();
  const counts = new Map<number, number>();
  for (let at = 0; at < WRITES_MEASURED; at += 1) {
    const { status } = await call(deps, { method: "PATCH", path: `/drive/v3/files/${id}`, body: { description: String(at) } });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const perSecond = (WRITES_MEASURED * 1000) / Math.max(1, deps.now() - began);
  say(
    "7. writes one after the other",
    `${perSecond.toFixed(1)} a second; answers ${[...counts].map(([status, count]) => `${status} × ${count}`).join(", ")}`,
  );
}

async function makeWith(
  deps: ProbeDeps,
  folder: string,
  { content, appProperties = { probe: "1" } }: { readonly content: string; readonly appProperties?: Record<string, string> },
): Promise<string> {
  const id = await make(deps, { name: "probe.txt", parents: [folder], appProperties });
  await upload(deps, { method: "PATCH", path: `/upload/drive/v3/files/${id}?uploadType=media`, content });
  return id;
}

async function make(deps: ProbeDeps, metadata: object): Promise<string> {
  const made = await call(deps, { method: "POST", path: "/drive/v3/files", body: metadata });
  if (made.status !== 200 || typeof made.json.id !== "string")
    throw new Error(`the drive refused to create a file: ${made.status} ${reasonOf(made)}`);
  return made.json.id;
}

function call(
  deps: ProbeDeps,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: object },
): Promise<ProbeResponse> {
  return send(deps, {
    method,
    path,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
}

function upload(
  deps: ProbeDeps,
  {
    method,
    path,
    content,
    headers = {},
  }: { readonly method: string; readonly path: string; readonly content: string; readonly headers?: Record<string, string> },
): Promise<ProbeResponse> {
  return send(deps, { method, path, body: content, headers: { "content-type": "text/plain", ...headers } });
}

async function send(
  deps: ProbeDeps,
  {
    method,
    path,
    body,
    headers,
  }: { readonly method: string; readonly path: string; readonly body: string | undefined; readonly headers: Record<string, string> },
): Promise<ProbeResponse> {
  const response = await deps.fetch(`${deps.base}${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${deps.token}` },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, json: parse(await response.text()) };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function reasonOf({ json }: ProbeResponse): string {
  const { error } = json as { readonly error?: { readonly errors?: readonly { readonly reason?: string }[] } };
  return error?.errors?.[0]?.reason ?? "";
}
