/** `npm run google:probe`: probes a real account. Needs GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the printed redirect address. */
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { probeDrive } from "../probe/probe-drive.ts";
import { SCOPES } from "../server/context/scopes.ts";
import { systemClock, wait } from "./environment.ts";

const PORT = Number(process.env.PROBE_PORT ?? 8085);
const REDIRECT = `http://localhost:${PORT}/auth/google/callback`;

const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = process.env;
const urls = {
  authorize: process.env.GOOGLE_AUTHORIZE_URL ?? "https://accounts.google.com/o/oauth2/v2/auth",
  token: process.env.GOOGLE_TOKEN_URL ?? "https://oauth2.googleapis.com/token",
  base: process.env.GOOGLE_BASE ?? "https://www.googleapis.com",
};

if (!clientId || !clientSecret) {
  console.error("Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; docs/google-drive-setup.md says where they come from.");
  process.exit(1);
}

const verifier = randomBytes(32).toString("base64url");
const state = randomBytes(32).toString("base64url");
const query = new URLSearchParams({
  client_id: clientId,
  redirect_uri: REDIRECT,
  response_type: "code",
  scope: SCOPES.file,
  state,
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
});
console.log(`Open this address, sign in and allow the one thing it asks for:\n\n  ${urls.authorize}?${query}\n`);

const code = await codeFromBrowser();
const token = await exchange(code);
console.log("Asking; this takes a minute or two.\n");
await probeDrive({
  base: urls.base,
  token,
  fetch,
  now: systemClock.now,
  wait,
  onSeen: ({ point, seen }) => console.log(`${point}\n    ${seen}`),
});
console.log("\nDone. The probe's folder lies in the drive's trash.");

function codeFromBrowser(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", REDIRECT);
      if (pathname !== new URL(REDIRECT).pathname) return void response.writeHead(404).end();
      response.end("You can close this page and go back to the terminal.");
      server.close();
      const answered = searchParams.get("code");
      if (answered !== null && searchParams.get("state") === state) resolve(answered);
      else reject(new Error(`The sign-in ended without a code: ${searchParams.get("error") ?? "wrong state"}`));
    });
    server.listen(PORT, "127.0.0.1");
  });
}

async function exchange(authorizationCode: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: authorizationCode,
    client_id: clientId ?? "",
    client_secret: clientSecret ?? "",
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  });
  const answer = await fetch(urls.token, { method: "POST", body });
  const { access_token: token } = (await answer.json()) as { readonly access_token?: string };
  if (token === undefined) throw new Error(`The code was not taken: ${answer.status}`);
  return token;
}
