/** `/metrics` without its token, with parts of it, and by other methods and addresses. Decision 0006. */
import { request } from "node:http";
import { type Attack, closed, open } from "../attack.ts";

const TOKEN = "metrics-token-of-32-characters-0";
const SIGN = "satchel_requests_total";

type Try = { readonly path?: string; readonly method?: string; readonly headers?: Readonly<Record<string, string | string[]>> };

const FORMS: readonly string[] = [
  "",
  "Bearer",
  "Bearer ",
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Bearer ${TOKEN}0`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `Bearer ${TOKEN} ${TOKEN}`,
  `Bearer ${TOKEN},`,
  `Digest ${TOKEN}`,
  TOKEN,
  "Bearer undefined",
  "Bearer null",
];
const TRIES: readonly Try[] = [
  ...FORMS.map((authorization) => ({ headers: { authorization } })),
  ...["x-forwarded-for", "x-real-ip", "x-forwarded-host", "forwarded"].map((name) => ({ headers: { [name]: "127.0.0.1" } })),
  { headers: { cookie: `token=${TOKEN}`, "x-api-key": TOKEN } },
  { headers: { host: "localhost" } },
  ...["HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"].map((method) => ({ method })),
  ...[
    `/metrics?token=${TOKEN}`,
    `/metrics?access_token=${TOKEN}`,
    "/metrics/",
    "//metrics",
    "/METRICS",
    "/%6detrics",
    "/api/../metrics",
  ].map((path) => ({ path })),
];

export const attack: Attack = {
  line: 35,
  title: "metrics without their token",
  async run({ startServer }) {
    const [guarded, bare] = await Promise.all([startServer({ METRICS_TOKEN: TOKEN }), startServer()]);
    const failures: string[] = [];
    const own = await ask(guarded.origin, { headers: { authorization: `Bearer ${TOKEN}` } });
    if (own.status !== 200 || !own.text.includes(SIGN)) throw new Error(`the operator gets no metrics: ${own.status}`);
    if (!/no-store/.test(own.cacheControl)) failures.push("the response may be cached");
    // Routes are a closed list, so that addresses cannot carry text into the labels or fill the memory.
    for (let at = 0; at < 300; at += 1) await ask(guarded.origin, { path: `/n/${"x".repeat(20)}"} evil ${at}`.replaceAll(" ", "%20") });
    for (const each of TRIES) {
      for (const { origin } of [guarded, bare]) {
        const { status, text, type } = await ask(origin, each);
        // HEAD has no body. Other addresses get the page.
        const isShown = text.includes("satchel_") || (status === 200 && type.startsWith("text/plain"));
        if (isShown) failures.push(`${JSON.stringify(each)} was answered ${status}`);
      }
    }
    const after = await ask(guarded.origin, { headers: { authorization: `bearer ${TOKEN}` } });
    const series = after.text.split("\n").filter((line) => line.startsWith(SIGN)).length;
    if (/evil|xxxx/.test(after.text) || series > 40) failures.push(`addresses became labels: ${series} series`);
    if (guarded.log().includes(TOKEN)) failures.push("the log holds the token");
    return failures.length === 0
      ? closed(`${TRIES.length} ways against a server with and one without a token; ${series} series after 300 addresses`)
      : open(failures.join("; "));
  },
};

/** Sends with `node:http`, because `fetch` normalizes paths and forbids headers. */
function ask(origin: string, { path = "/metrics", method = "GET", headers = {} }: Try) {
  return new Promise<{ readonly status: number; readonly text: string; readonly type: string; readonly cacheControl: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(origin);
      const sent = request({ hostname, port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            type: String(response.headers["content-type"] ?? ""),
            cacheControl: String(response.headers["cache-control"] ?? ""),
          }),
        );
      });
      sent.on("error", reject);
      sent.end();
    },
  );
}
