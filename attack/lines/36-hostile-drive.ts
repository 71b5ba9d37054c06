/** A drive that answers the browser without end: bodies, listings in circles, files and waits. The same at the server is attack 33. */
import type { ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";
import { openProxy } from "../proxy.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 1" };
const MIB = 1024 * 1024;
/** Bytes that are under way when a page cuts a body off: buffers of sockets and of the browser's network process. */
const UNDER_WAY = 24 * MIB;
/** Files are few, so that one sync asks for each of them once or twice. */
const MOST_RESPONSES = 40;

type Answer = (response: ServerResponse, url: URL) => void;
type Trick = {
  readonly name: string;
  readonly on: (url: URL) => boolean;
  readonly answer: Answer;
  /** Bound that the page must keep for all responses that it reads at a time. */
  readonly maxBytes: number;
};

const isFeed = (url: URL): boolean => url.pathname.endsWith("/changes");
const isListing = (url: URL): boolean => url.pathname.endsWith("/files") && url.searchParams.has("q");
const isFile = (url: URL): boolean => url.searchParams.get("alt") === "media";
const json =
  (value: unknown): Answer =>
  (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

export const attack: Attack = {
  line: 36,
  title: "a drive that answers the browser without end",
  async run({ startServer, openDevice, defer }) {
    const proxy = await openTrickProxy();
    defer(proxy.close);
    await startServer(proxy.env);
    const { page } = await openDevice();
    await user.moveIn(page, proxy.origin, WHO);
    await user.writeNote(page, "First", "in the drive before the attack");
    await user.waitForState(page, "First", "In your drive");
    const failures: string[] = [];
    const seen: string[] = [];

    for (const trick of FEED_TRICKS) {
      const counts = await proxy.during(trick, async () => {
        const isComplete = await sync(page);
        if (isComplete) failures.push(`${trick.name}: counts as a complete sync`);
      });
      seen.push(toText(trick, counts));
      failures.push(...check(trick, counts));
      await user.writeNote(page, trick.name, "written while the drive attacked");
      if (!(await sync(page))) failures.push(`${trick.name}: no sync afterwards`);
      await user.waitForState(page, trick.name, "In your drive");
    }
    for (const trick of NEW_DEVICE_TRICKS) {
      const other = await openDevice();
      const counts = await proxy.during(trick, async () => {
        await user.signInToNotes(other.page, proxy.origin, WHO);
        await sync(other.page);
      });
      seen.push(toText(trick, counts));
      failures.push(...check(trick, counts));
      await sync(other.page);
      await user.row(other.page, "First").waitFor();
    }
    const text = [...failures, seen.join(", ")].join("; ");
    return failures.length === 0 ? closed(text) : open(text);
  },
};

type Counts = { readonly mostBytes: number; readonly asked: number };

const toText = ({ name }: Trick, { mostBytes, asked }: Counts): string =>
  `${name} ${asked} responses, ${Math.round(mostBytes / MIB)} MiB at a time`;

function check({ name, maxBytes }: Trick, { mostBytes, asked }: Counts): readonly string[] {
  if (asked === 0) throw new Error(`${name}: was not asked for`);
  return [
    ...(mostBytes > maxBytes + UNDER_WAY ? [`${name}: ${Math.round(mostBytes / MIB)} MiB were taken at a time`] : []),
    ...(asked > MOST_RESPONSES ? [`${name}: ${asked} responses were read`] : []),
  ];
}

const endless: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const chunk = Buffer.alloc(256 * 1024, 0x20);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

const FEED_TRICKS: readonly Trick[] = [
  { name: "a feed without end", on: isFeed, answer: endless, maxBytes: 32 * MIB },
  {
    name: "a feed that repeats its page",
    on: isFeed,
    answer: (response, url) => json({ nextPageToken: url.searchParams.get("pageToken") })(response, url),
    maxBytes: MIB,
  },
  {
    name: "a wait of a year",
    on: isFeed,
    answer: (response) => void response.writeHead(429, { "retry-after": "31536000" }).end(),
    maxBytes: MIB,
  },
  { name: "changes that are no list", on: isFeed, answer: json({ changes: { length: 1e9 }, newStartPageToken: 7 }), maxBytes: MIB },
];
const NEW_DEVICE_TRICKS: readonly Trick[] = [
  { name: "a listing that names its own page", on: isListing, answer: json({ nextPageToken: "again", files: [] }), maxBytes: MIB },
  { name: "files without end", on: isFile, answer: endless, maxBytes: (128 + 5 * 8) * MIB },
];

const sync = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await window.__satchelTest?.services.library.getState().library?.sync.syncNow()) ?? false);

/** In front of the server; the current trick answers what it is about. */
async function openTrickProxy() {
  let current: Trick | undefined;
  let counts = { mostBytes: 0, asked: 0 };
  const open = new Map<ServerResponse, number>();
  const count = (): void => {
    const bytes = [...open].reduce((sum, [{ socket }, before]) => sum + (socket?.bytesWritten ?? before) - before, 0);
    counts.mostBytes = Math.max(counts.mostBytes, bytes);
  };
  const proxy = await openProxy(({ method }, response, url) => {
    if (method !== "GET" || current?.on(url) !== true) return false;
    counts.asked += 1;
    open.set(response, response.socket?.bytesWritten ?? 0);
    response.on("drain", count);
    response.once("close", () => open.delete(response));
    current.answer(response, url);
    return true;
  });
  return {
    ...proxy,
    async during(trick: Trick, act: () => Promise<void>): Promise<Counts> {
      counts = { mostBytes: 0, asked: 0 };
      current = trick;
      await act();
      current = undefined;
      return counts;
    },
  };
}
