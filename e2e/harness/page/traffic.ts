/**
 * Records a device's requests with their bodies: shows what leaves the browser, counts drive calls, and provides the access token for
 * looking into the drive.
 */
import type { BrowserContext, Request } from "playwright-core";

export type Sent = { readonly method: string; readonly url: URL; readonly body: Buffer | null; readonly authorization: string | undefined };

const DRIVE_PATH = /^\/(sandbox\/)?(upload\/|batch\/)?drive\/v3/;

export type Traffic = {
  readonly sent: readonly Sent[];
  /** Drive calls since the last `forget`, by kind, e.g. `POST files`. */
  driveCalls(): ReadonlyMap<string, number>;
  forget(): void;
  /** Bearer token of the latest drive call. */
  driveToken(): string;
};

/** Removes ids, which do not belong to the kind of a call. */
function kindOf({ method, url }: Sent): string {
  const upload = url.pathname.includes("/upload/") ? "upload " : "";
  const rest = url.pathname.replace(/^.*\/drive\/v3\/?/, "").replace(/^(files|revisions)\/(?!generateIds)[^/]+/, "$1/{id}");
  return `${method} ${upload}${rest}${url.searchParams.get("alt") === "media" ? " media" : ""}`;
}

export function watchTraffic(context: BrowserContext): Traffic {
  let sent: Sent[] = [];
  let driveToken: string | undefined;
  context.on("request", (request: Request) => {
    const url = new URL(request.url());
    const entry = { method: request.method(), url, body: request.postDataBuffer(), authorization: request.headers().authorization };
    sent.push(entry);
    if (DRIVE_PATH.test(url.pathname)) driveToken = entry.authorization?.replace(/^Bearer /, "") ?? driveToken;
  });
  return {
    get sent() {
      return sent;
    },
    driveCalls() {
      const counts = new Map<string, number>();
      for (const each of sent.filter(({ url }) => DRIVE_PATH.test(url.pathname)))
        counts.set(kindOf(each), (counts.get(kindOf(each)) ?? 0) + 1);
      return counts;
    },
    forget() {
      sent = [];
    },
    driveToken() {
      if (driveToken === undefined) throw new Error("this device has not called the drive yet");
      return driveToken;
    },
  };
}
