/**
 * Returning from the drive's sign-in with what others chose: state, code, account, address, error; and PKCE, redirects and logs. Decision
 * 0006 "OAuth".
 */
import { createHash, randomBytes } from "node:crypto";
import { authorizeTicket, cloudConfig, cloudStatus, disconnectDrive, oauthCallback } from "@satchel/contract/drives/cloud.ts";
import { TICKET_PARAMETER } from "@satchel/contract/drives/oauth.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Page } from "playwright-core";
import { type Traffic, watchTraffic } from "../../e2e/harness/page/traffic.ts";
import type { TestServer } from "../../e2e/harness/servers/server.ts";
import * as user from "../../e2e/harness/user.ts";
import { makeAccount, post } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const GRACE = { email: "grace@example.org", password: "Correct horse 2" };
const SCRIPT = "<img src=x onerror=window.__ran=1>";
const CALLBACK = "/auth/google/callback";
const ELSEWHERE = [
  "//evil.example/",
  "/\\evil.example/",
  "/%2f%2fevil.example",
  "/\t/evil.example",
  "javascript:window.__ran=1",
  "/notes/..//evil.example",
];

export const attack: Attack = {
  line: 29,
  title: "returning from the drive's sign-in with a state, code, account, address or error of others",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const eve = await makeAccount(server, "eve@example.org");
    const { page, context } = await openDevice();
    const traffic = watchTraffic(context);
    await user.register(page, server.origin, ADA);
    const ada: Victim = { server, page, traffic };

    const failures = [
      ...(await plantCodes(ada, () => codeOf(server, eve.token))),
      ...(await plantErrors(ada)),
      ...(await plantAddresses(ada)),
      ...(await replay(ada)),
      ...(await swapAccounts(ada)),
      ...(await tryProtocol(server, eve.token)),
    ];
    const secrets = traffic.sent.flatMap(({ url, body }) => [
      url.searchParams.get("state"),
      url.searchParams.get("code"),
      verifierIn(body),
    ]);
    const logged = secrets.filter((secret) => secret !== null && secret.length > 20 && server.log().includes(secret));
    if (logged.length > 0) failures.push(`${logged.length} states, codes or verifiers are in the log`);
    return failures.length === 0
      ? closed(
          `${ELSEWHERE.length} addresses, 5 planted codes and 2 scripts: no exchange, no other drive, no other page, nothing in the log`,
        )
      : open(failures.join("; "));
  },
};

type Victim = { readonly server: TestServer; readonly page: Page; readonly traffic: Traffic };

/** Codes that this browser did not ask for, with states it does not know; then one with the state of a request of its own. */
async function plantCodes(ada: Victim, newCode: () => Promise<string>): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const state of ["eves-state", "", "undefined", "__proto__"]) await comeBack(ada, { state, code: await newCode() });
  if (exchanges(ada) > 0) failures.push("a code was exchanged that this browser had not asked for");
  const state = await leave(ada);
  await comeBack(ada, { state, code: await newCode() });
  if (exchanges(ada) !== 1) throw new Error("the code with a good state was not tried");
  if (await isConnected(ada)) failures.push("a code of another account was taken with a good state");
  return failures;
}

async function plantErrors(ada: Victim): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const state of [await leave(ada), "none"]) {
    await comeBack(ada, { state, error: SCRIPT, error_description: SCRIPT });
    if (await hasRun(ada.page)) failures.push("a script in an error ran");
    if ((await ada.page.locator("img[src=x]").count()) > 0) failures.push("an error became markup");
  }
  return failures;
}

/** Other addresses to return to, in what the browser keeps while its user is at the drive, and in addresses of the app. */
async function plantAddresses(ada: Victim): Promise<readonly string[]> {
  const { page, server } = ada;
  const failures: string[] = [];
  for (const returnTo of ELSEWHERE) {
    await leave(ada);
    await editKept(ada, (asked) => ({ ...asked, returnTo }));
    await user.allowDrive(page);
    await page.waitForURL(({ pathname }) => pathname !== CALLBACK && !pathname.startsWith("/sandbox"));
    if (new URL(page.url()).origin !== server.origin || (await hasRun(page))) failures.push(`${returnTo} led to ${page.url()}`);
    await postNothing(server, disconnectDrive.path, await tokenOf(ada));
  }
  for (const path of [...ELSEWHERE, "/login?returnTo=//evil.example", "/login?next=https://evil.example", `${CALLBACK}//evil.example`]) {
    if (!path.startsWith("/")) continue;
    const { status, headers } = await fetch(server.origin + path, { redirect: "manual" });
    if (status >= 300 && status < 400) failures.push(`${path} redirects to ${headers.get("location")}`);
  }
  return failures;
}

async function replay(ada: Victim): Promise<readonly string[]> {
  const { page } = ada;
  await leave(ada);
  const returned = page.waitForRequest((request) => new URL(request.url()).pathname === CALLBACK);
  await user.allowDrive(page);
  const address = (await returned).url();
  await page.getByRole("heading", { name: "Connected", exact: true }).waitFor();
  const before = exchanges(ada);
  await page.goto(address);
  await page.waitForURL(({ pathname }) => pathname !== CALLBACK);
  await postNothing(ada.server, disconnectDrive.path, await tokenOf(ada));
  return exchanges(ada) === before ? [] : ["a return was accepted twice"];
}

/** The browser's user changes while the consent page is open, and what the former one asked is still there. */
async function swapAccounts(ada: Victim): Promise<readonly string[]> {
  const { server, page } = ada;
  await leave(ada);
  const other = await page.context().newPage();
  await other.goto(`${server.origin}/onboarding`);
  const kept = await other.evaluate((key) => localStorage.getItem(key), LOCAL_KEYS.oauthState);
  await other.getByRole("button", { name: /^Skip/ }).click();
  await other.getByRole("button", { name: "Start using Notes" }).click();
  await other.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
  await other.getByRole("link", { name: "Create account" }).waitFor();
  await user.register(other, server.origin, GRACE);
  await other.evaluate(([key, text]) => localStorage.setItem(key, text), [LOCAL_KEYS.oauthState, kept ?? ""] as const);
  await user.allowDrive(page);
  await page.waitForURL(({ pathname }) => pathname !== CALLBACK && !pathname.startsWith("/sandbox"));
  return (await isConnected(ada)) ? ["the drive of one account was connected to the next one of this browser"] : [];
}

/** The endpoints themselves, without a browser. */
async function tryProtocol(server: TestServer, token: string): Promise<readonly string[]> {
  const failures: string[] = [];
  const redirect_uri = server.origin + CALLBACK;
  const exchange = (code: string, verifier?: string, address = redirect_uri) =>
    post(server, oauthCallback.path, {
      token,
      body: { code, redirect_uri: address, ...(verifier !== undefined && { code_verifier: verifier }) },
    });
  const verifier = randomBytes(32).toString("base64url");
  const isTaken: Readonly<Record<string, () => Promise<boolean>>> = {
    "a code without its verifier": async () => (await exchange(await codeOf(server, token, { verifier }))).status === 200,
    "a code with another verifier": async () => (await exchange(await codeOf(server, token, { verifier }), "v".repeat(43))).status === 200,
    "a code after a wrong verifier": async () => {
      const code = await codeOf(server, token, { verifier });
      await exchange(code, "v".repeat(43));
      return (await exchange(code, verifier)).status === 200;
    },
    "a code twice": async () => {
      const code = await codeOf(server, token, { verifier });
      if ((await exchange(code, verifier)).status !== 200) throw new Error("a good code was refused");
      return (await exchange(code, verifier)).status === 200;
    },
    "an exchange for another address": async () =>
      (await exchange(await codeOf(server, token, { verifier }), verifier, "https://evil.example/auth/google/callback")).status === 200,
    "a challenge that is plain": async () =>
      (await authorize(server, token, { code_challenge: verifier, code_challenge_method: "plain" })).has("code"),
  };
  for (const [name, isAccepted] of Object.entries(isTaken)) if (await isAccepted()) failures.push(`${name} was accepted`);
  for (const address of [
    "https://evil.example/",
    `${server.origin}@evil.example${CALLBACK}`,
    `${redirect_uri}/../../evil`,
    "http://127.0.0.1:1/",
  ]) {
    const sent = await authorize(server, token, { redirect_uri: address }).catch(() => undefined);
    if (sent !== undefined) failures.push(`the consent page sends to ${address}`);
  }
  return failures;
}

/** A code of the account's own drive, as its consent page gives it. */
async function codeOf(server: TestServer, token: string, { verifier = randomBytes(32).toString("base64url") } = {}): Promise<string> {
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const code = (await authorize(server, token, { code_challenge, code_challenge_method: "S256" })).get("code");
  if (code === null) throw new Error("no code");
  return code;
}

/** The query with which the consent page returns after Allow. */
async function authorize(server: TestServer, token: string, more: Readonly<Record<string, string>>): Promise<URLSearchParams> {
  const issued = (await (await postNothing(server, authorizeTicket.path, token)).json()) as { readonly ticket: string };
  const { drive } = (await (await fetch(server.origin + cloudConfig.path)).json()) as {
    readonly drive: { readonly clientId: string; readonly authorizeUrl: string; readonly scopes: readonly string[] };
  };
  const query = new URLSearchParams({
    client_id: drive.clientId,
    redirect_uri: server.origin + CALLBACK,
    response_type: "code",
    scope: drive.scopes.join(" "),
    access_type: "offline",
    prompt: "consent",
    state: "s",
    [TICKET_PARAMETER]: issued.ticket,
    ...more,
  });
  const address = `${server.origin}${drive.authorizeUrl}?${query}`;
  const shown = await fetch(address, { redirect: "manual" });
  if (shown.status === 303) return new URL(shown.headers.get("location") ?? "").searchParams;
  const ticket = /name="ticket" value="([^"]+)"/.exec(await shown.text())?.[1];
  if (ticket === undefined) throw new Error(`no consent page: ${shown.status}`);
  const form = new URLSearchParams([["ticket", ticket], ["decision", "allow"], ...drive.scopes.map((scope) => ["scope", scope])]);
  const decided = await fetch(address, { method: "POST", body: form, redirect: "manual" });
  return new URL(decided.headers.get("location") ?? "").searchParams;
}

function postNothing(server: TestServer, path: string, token: string): Promise<Response> {
  return fetch(server.origin + path, { method: "POST", headers: { authorization: `Bearer ${token}` } });
}

/** Goes to the consent page, and returns the state of the request. */
async function leave({ page, server }: Victim): Promise<string> {
  await page.goto(`${server.origin}/onboarding`);
  const connect = user.connectButton(page);
  const next = page.getByRole("button", { name: "Continue", exact: true });
  await connect.or(next).first().waitFor();
  if (!(await connect.isVisible())) await user.choosePlan(page, "Free");
  await connect.click();
  await page.waitForURL("**/sandbox/o/**");
  return new URL(page.url()).searchParams.get("state") ?? "";
}

/** Opens the page to which the drive returns, and waits until it leads away. */
async function comeBack({ page, server }: Victim, query: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`${server.origin}${CALLBACK}?${new URLSearchParams(query)}`);
  await page.waitForURL(({ pathname }) => pathname !== CALLBACK);
}

const exchanges = ({ traffic }: Victim): number =>
  traffic.sent.filter(({ url, method }) => method === "POST" && url.pathname === oauthCallback.path).length;

const hasRun = (page: Page): Promise<boolean> => page.evaluate(() => "__ran" in window);

/** Token of the account that is signed in. */
async function tokenOf({ page }: Victim): Promise<string> {
  return (await page.evaluate((key) => localStorage.getItem(key), LOCAL_KEYS.authToken)) ?? "";
}

async function isConnected(ada: Victim): Promise<boolean> {
  const response = await fetch(ada.server.origin + cloudStatus.path, { headers: { authorization: `Bearer ${await tokenOf(ada)}` } });
  if (response.status !== 200) throw new Error(`no status: ${response.status}`);
  return ((await response.json()) as { readonly connected: boolean }).connected;
}

async function editKept({ page, server }: Victim, edit: (asked: object) => object): Promise<void> {
  // The consent page has a policy of its own; another page of the origin shares its storage.
  const other = await page.context().newPage();
  await other.goto(`${server.origin}/icon.svg`);
  const text = await other.evaluate((key) => localStorage.getItem(key), LOCAL_KEYS.oauthState);
  const edited = JSON.stringify((JSON.parse(text ?? "[]") as readonly object[]).map(edit));
  await other.evaluate(([key, value]) => localStorage.setItem(key, value), [LOCAL_KEYS.oauthState, edited] as const);
  await other.close();
}

function verifierIn(body: Buffer | null): string | null {
  return /"code_verifier":"([^"]+)"/.exec(body?.toString() ?? "")?.[1] ?? null;
}
