/** A hostile Google: bodies without end, redirects, error texts that repeat a secret, and a user without bounds. Decision 0006. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cloudUsage, oauthCallback } from "@satchel/contract/drives/cloud.ts";
import { makeAccount, post } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const SCOPE = "https://www.googleapis.com/auth/drive.file";
const SECRETS = {
  client: "the-secret-of-this-client",
  access: "ya29.access-token",
  refresh: "1//refresh-token",
  code: "4/code-of-sign-in",
};
const TOKENS = { access_token: SECRETS.access, refresh_token: SECRETS.refresh, expires_in: 3600, scope: SCOPE };
const USER = { sub: "1", email: "g@example.org", name: "G" };
/** A response that is parsed holds a few hundred bytes; the rest is what sockets buffer. */
const MOST_BYTES = 16 * 1024 * 1024;

type Answer = (response: ServerResponse) => void;
type Answers = { readonly token?: Answer; readonly user?: Answer; readonly about?: Answer };
const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

export const attack: Attack = {
  line: 33,
  title: "a hostile Google",
  async run({ startServer, defer }) {
    let [answers, sentBytes]: [Answers, number] = [{}, 0];
    const elsewhere: string[] = [];
    const endless: Answer = (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, 0x20);
      const more = (): void => {
        do sentBytes += chunk.length;
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
    const other = await listen((request, response) => {
      elsewhere.push(`${request.method} ${request.url}`);
      json({ ...TOKENS, ...USER, storageQuota: { usage: "1" } })(response);
    });
    const redirect: Answer = (response) => void response.writeHead(307, { location: other.url }).end();
    const google = await listen((request, response) => {
      const { token = json(TOKENS), user = json(USER), about = json({ storageQuota: { usage: "1" } }) } = answers;
      const answer = request.url === "/token" ? token : request.url === "/user" ? user : about;
      request.resume().on("end", () => answer(response));
    });
    defer(other.close);
    defer(google.close);
    const server = await startServer({
      SATCHEL_DRIVE: "google",
      GOOGLE_CLIENT_ID: "client",
      GOOGLE_CLIENT_SECRET: SECRETS.client,
      GOOGLE_TOKEN_URL: `${google.url}/token`,
      GOOGLE_REVOKE_URL: `${google.url}/revoke`,
      GOOGLE_USERINFO_URL: `${google.url}/user`,
      GOOGLE_API_BASE: `${google.url}/drive`,
      GOOGLE_UPLOAD_BASE: `${google.url}/upload`,
      GOOGLE_BATCH_BASE: `${google.url}/batch`,
    });
    const { token } = await makeAccount(server, "owner@example.org");
    const connect = async (next: Answers) => {
      [answers, sentBytes] = [next, 0];
      const body = { code: SECRETS.code, redirect_uri: `${server.origin}/auth/google/callback`, code_verifier: "v".repeat(43) };
      const answered = await post(server, oauthCallback.path, { body, token });
      return { ...answered, text: JSON.stringify(answered.body ?? null) };
    };
    const failures: string[] = [];
    const tricks: Readonly<Record<string, Answers>> = {
      "tokens without end": { token: endless },
      "a user without end": { user: endless },
      "tokens by a redirect": { token: redirect },
      "a user by a redirect": { user: redirect },
      "a user with a name of 8 MB": { user: json({ ...USER, name: "n".repeat(8_000_000) }) },
      "a user without an id": { user: json({ ...USER, sub: "" }) },
      "a token with a line break": { token: json({ ...TOKENS, access_token: "a\r\nx-header: 1" }) },
      "a token that ends never": { token: json({ ...TOKENS, expires_in: 1e300 }) },
      "a token that ended long ago": { token: json({ ...TOKENS, expires_in: -1e9 }) },
      "an error that repeats the secret": { token: json({ error: `bad ${SECRETS.client} ${SECRETS.code}` }, 400) },
    };
    for (const [name, trick] of Object.entries(tricks)) {
      const { status, text } = await connect(trick);
      if (status === 200) failures.push(`${name}: connected`);
      if (sentBytes > MOST_BYTES) failures.push(`${name}: ${Math.round(sentBytes / 1024 / 1024)} MiB were taken`);
      if (Object.values(SECRETS).some((secret) => text.includes(secret))) failures.push(`${name}: the response holds a secret`);
    }
    const honest = await connect({});
    if (honest.status !== 200) throw new Error(`the honest Google was refused: ${honest.status} ${honest.text}`);
    for (const about of [endless, redirect]) {
      [answers, sentBytes] = [{ about }, 0];
      const usage = await fetch(server.origin + cloudUsage.path, { headers: { authorization: `Bearer ${token}` } });
      if (usage.ok) failures.push("usage was believed");
      if (sentBytes > MOST_BYTES) failures.push(`usage: ${Math.round(sentBytes / 1024 / 1024)} MiB were taken`);
    }
    if (elsewhere.length > 0) failures.push(`a redirect was followed: ${elsewhere.join(", ")}`);
    const logged = Object.entries(SECRETS).filter(([, secret]) => server.log().includes(secret));
    if (logged.length > 0) failures.push(`the log holds ${logged.map(([name]) => name).join(", ")}`);
    return failures.length === 0
      ? closed(`${Object.keys(tricks).length + 2} tricks, all refused; no secret in the log`)
      : open(failures.join("; "));
  },
};

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
