/** A hostile S3 bucket: bytes without end, wrong lengths, silence, redirects, and listings that repeat or explode. Decision 0006. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openS3BlobStore } from "@satchel/drive/storage/s3/s3-blob-store.ts";
import { type Attack, closed, open } from "../attack.ts";

const [ANSWER_MS, LIMIT_MS] = [300, 8000];
const KEY = "A".repeat(22);
const MIB = 1024 * 1024;
/** More than any response that this server asks for: a piece of 1 MiB, or a listing. */
const MOST_BYTES = 32 * MIB;
const SMALL = { start: 0, end: 99 };
const LARGE = { start: 0, end: 2 * MIB - 1 };

type Answer = (response: ServerResponse, path: string) => void;
type Trick = { readonly name: string; readonly answer: Answer; readonly ask: (store: Store) => Promise<unknown> };
type Store = ReturnType<typeof openS3BlobStore>;

const endless = (status: number): Answer => {
  const chunk = Buffer.alloc(64 * 1024, 0x3c);
  return (response) => {
    response.writeHead(status);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };
};
const silent: Answer = (response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write("<");
};
const text =
  (body: string): Answer =>
  (response) =>
    void response.end(body);
const listing = (keys: readonly string[], next: string) =>
  `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key><LastModified>2020-01-01T00:00:00Z</LastModified></Contents>`).join("")}<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken></ListBucketResult>`;
let pages = 0;

const read = (range: typeof SMALL) => async (store: Store) => {
  const found = await store.read(KEY, range);
  if (found === undefined) return undefined;
  let bytes = 0;
  for await (const chunk of found instanceof Uint8Array ? [found] : found) bytes += chunk.length;
  return bytes;
};
const staged = (store: Store) => Promise.resolve(store.stagedBytes(KEY));
const put = (store: Store) =>
  Promise.resolve(
    store.put(
      KEY,
      (async function* () {
        yield Buffer.from("the bytes of a sealed note");
      })(),
    ),
  );
const walk = async (store: Store) => {
  const keys: string[] = [];
  for await (const { key } of store.olderThan(Number.MAX_SAFE_INTEGER)) if (keys.push(key) > 100_000) throw new Error("too many");
  return keys;
};

const TRICKS: readonly Trick[] = [
  { name: "a small piece without end", answer: endless(206), ask: read(SMALL) },
  { name: "a large blob without end", answer: endless(206), ask: read(LARGE) },
  { name: "a listing without end", answer: endless(200), ask: staged },
  { name: "an error without end", answer: endless(404), ask: read(SMALL) },
  { name: "a response to a write without end", answer: endless(200), ask: put },
  { name: "silence within a small piece", answer: silent, ask: read(SMALL) },
  { name: "silence within a large blob", answer: silent, ask: read(LARGE) },
  { name: "silence after a write", answer: silent, ask: put },
  { name: "fewer bytes than asked for", answer: text("short"), ask: read(SMALL) },
  { name: "more bytes than asked for", answer: text("x".repeat(101)), ask: read(SMALL) },
  { name: "a listing that is never complete", answer: text(listing([`staged/${KEY}/a`], "again")), ask: staged },
  { name: "pages without keys", answer: (response) => text(listing([], `t${pages++}`))(response, ""), ask: staged },
  { name: "keys of others", answer: text(listing(["blobs/../secret"], "t")), ask: staged },
  { name: "a listing of openings", answer: text("<Contents>".repeat(150_000)), ask: staged },
  {
    name: "entities within entities",
    answer: text(`<!DOCTYPE x [<!ENTITY a "${"a".repeat(1000)}"><!ENTITY b "${"&a;".repeat(1000)}">]><Contents><Key>&b;</Key></Contents>`),
    ask: walk,
  },
];

export const attack: Attack = {
  line: 31,
  title: "a hostile bucket",
  async run({ defer }) {
    let [answer, sentBytes, elsewhere]: [Answer, number, string[]] = [text(""), 0, []];
    const bucket = createServer((request, response) => {
      const { write } = response;
      response.write = ((chunk: Buffer | string) => {
        sentBytes += chunk.length;
        return write.call(response, chunk, "utf8");
      }) as typeof response.write;
      request.resume().on("end", () => answer(response, request.url ?? ""));
    });
    const other = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        elsewhere.push(`${request.method} ${Buffer.concat(chunks)} ${request.headers.authorization ?? ""}`);
        response.writeHead(206).end("x".repeat(100));
      });
    });
    for (const server of [bucket, other]) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      defer(() => {
        server.close();
        server.closeAllConnections();
      });
    }
    const address = (server: typeof bucket) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = openS3BlobStore({
      endpoint: address(bucket),
      bucket: "b",
      region: "us-east-1",
      accessKeyId: "id",
      secretAccessKey: "secret",
      answerMs: ANSWER_MS,
    });
    const failures: string[] = [];
    for (const trick of TRICKS) {
      [answer, sentBytes] = [trick.answer, 0];
      const ended = await endOf(trick.ask(store));
      bucket.closeAllConnections();
      if (ended === "no end") failures.push(`${trick.name}: still waiting after ${LIMIT_MS / 1000} s`);
      if (sentBytes > MOST_BYTES) failures.push(`${trick.name}: ${Math.round(sentBytes / MIB)} MiB were taken`);
      if (typeof ended === "number" && ended > 0) failures.push(`${trick.name}: ${ended} bytes were believed`);
    }
    answer = (response) => void response.writeHead(307, { location: `${address(other)}/latest/meta-data` }).end();
    for (const ask of [read(SMALL), put]) await endOf(ask(store));
    if (elsewhere.length > 0) failures.push(`a redirect was followed: ${elsewhere.join(", ")}`);
    return failures.length === 0 ? closed(`${TRICKS.length + 2} tricks, all refused in time`) : open(failures.join("; "));
  },
};

/** Returns the value of the request, `refused` if it threw, or `no end` if it did not end in time. */
async function endOf(asked: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("no end"), LIMIT_MS);
  });
  const ended = await Promise.race([asked.catch(() => "refused"), timedOut]);
  clearTimeout(timer);
  return ended;
}
