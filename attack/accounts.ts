/** Shared by attacks on accounts: JSON calls to the API, an account as a browser registers it, and the passwords mailed to an address. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestServer } from "../e2e/harness/servers/server.ts";
import { aKdf, aSecret, aVault, toNewVault } from "../packages/server/src/testing/keys.ts";

// biome-ignore lint/suspicious/noExplicitAny: an attacker reads answers as they come
export type Answered = { readonly status: number; readonly body: any; readonly ms: number };

export async function post(
  server: TestServer,
  path: string,
  { body, token }: { readonly body: object; readonly token?: string },
): Promise<Answered> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const began = performance.now();
  const response = await fetch(`${server.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), ms: performance.now() - began };
}

/** Registers an account with a vault and signs in. */
export async function makeAccount(server: TestServer, email: string) {
  const [vault, password] = [aVault(), aSecret()];
  const { status, body } = await post(server, "/api/auth/register", { body: { email, password, kdf: aKdf(), keys: toNewVault(vault) } });
  if (status !== 200) throw new Error(`no account: ${status}`);
  return { email, password, vault, token: body.token as string };
}

export const signIn = (server: TestServer, email: string, password: string) =>
  post(server, "/api/auth/login", { body: { email, password } });
export const forgot = (server: TestServer, email: string) => post(server, "/api/auth/forgot-password", { body: { email } });

/** Returns the mails to an address so far, oldest first. */
export async function mailsTo(server: TestServer, email: string): Promise<readonly string[]> {
  const folder = join(server.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  // Undoes the folding of lines, which is the only encoding in these mails.
  return mails.map((mail) => mail.replaceAll(/=\r?\n/g, "")).filter((mail) => mail.includes(`To: ${email}`));
}

async function mailedPasswords(server: TestServer, email: string): Promise<readonly string[]> {
  const found = (await mailsTo(server, email)).map((mail) => /^ {4}([0-9A-Z]{20})\r?$/m.exec(mail)?.[1]);
  return found.filter((password) => password !== undefined);
}

/** Waits a few seconds at most until `count` passwords were mailed. */
export async function waitForPasswords(server: TestServer, email: string, count: number): Promise<readonly string[]> {
  for (let tried = 0; tried < 100; tried += 1) {
    const passwords = await mailedPasswords(server, email);
    if (passwords.length >= count) return passwords;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return mailedPasswords(server, email);
}

export { aKdf, aSecret, aVault };
