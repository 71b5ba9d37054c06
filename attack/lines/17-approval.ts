/** A server that shows each device of an approval keys of its own, in front of the real one. encryption.md 3.5 (6), docs/decisions/0040. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryCredentials } from "@satchel/core/testing/memory-credentials.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createMemoryTabs } from "@satchel/core/testing/memory-tabs.ts";
import { createAccountService, type SessionMessage } from "@satchel/core/vault/account/account-service.ts";
import { createApprovalService } from "@satchel/core/vault/approval/approval-service.ts";
import type { ApprovalMessage } from "@satchel/core/vault/approval/approval-service-types.ts";
import { b64, parseB64Of } from "@satchel/crypto/primitives/bytes.ts";
import { generatePair } from "@satchel/crypto/primitives/key-pair.ts";
import { approvalCommitment, approvalKey, approvalTranscript, openApproval } from "@satchel/crypto/vault/approval.ts";
import { createHttpBackend } from "@satchel/web/adapters/backend/http-backend.ts";
import { createDirectSealing } from "@satchel/web/adapters/sealing/testing/direct-sealing.ts";
import { waitForPasswords } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const [PASSWORD, EMAIL] = ["Correct horse 1", "owner@example.org"];
const ORIGIN = "https://notes.example.org";

type Side = "n" | "a";
type Edit = (side: Side, answer: Approval) => Approval;

export const attack: Attack = {
  line: 17,
  title: "a server that edits every answer of an approval",
  async run({ startServer, defer }) {
    const server = await startServer();
    const pair = await generatePair();
    const own = { point: pair.publicPoint, nonce: new Uint8Array(32).fill(7) };
    const shown = { pub: b64(own.point), nonce: b64(own.nonce) };
    let real: Approval | undefined;
    const proxies = await Promise.all(
      (["n", "a"] as const).map((side) =>
        proxyTo(server.origin, async (answer) => {
          real = { ...answer, answer: answer.answer ?? real?.answer ?? null };
          return edit(side, {
            ...answer,
            commitment: side === "a" ? b64(await approvalCommitment({ ...own, name: answer.nameN })) : answer.commitment,
          });
        }),
      ),
    );
    for (const { close } of proxies) defer(close);
    const edit: Edit = (side, answer) =>
      side === "a"
        ? { ...answer, pubN: answer.pubN && shown.pub, nonceN: answer.nonceN && shown.nonce }
        : { ...answer, pubA: answer.pubA && shown.pub, nonceA: answer.nonceA && shown.nonce };
    const [n, a] = [await openPage(proxies[0]?.url ?? ""), await openPage(proxies[1]?.url ?? "")];
    await a.account.register(EMAIL, PASSWORD);
    await n.account.forgotPassword(EMAIL);
    const [mailed = ""] = await waitForPasswords(server, EMAIL, 1);
    await n.account.signIn(EMAIL, mailed);
    await approve(n, a);
    const { asking } = n.approvals.store.getState();
    const { letting } = a.approvals.store.getState();
    const stolen = real === undefined ? undefined : await steal(real, { a, pair, own });
    const seen = `the new device: ${asking.kind}; the unlocked one: ${"reason" in letting ? letting.reason : letting.kind}`;
    return stolen === undefined && asking.kind !== "opened" && letting.kind === "ended" ? closed(seen) : open(seen);
  },
};

/** The client's own services over a server, without a page. */
async function openPage(baseUrl: string) {
  const clock = new ManualClock();
  const backend = createHttpBackend({ fetch: (input, init) => fetch(input, init), timers: clock, baseUrl });
  const { keyring } = await createDirectSealing();
  const account = createAccountService({
    backend,
    keyring,
    credentials: createMemoryCredentials(),
    channel: createMemoryTabs<SessionMessage>()(),
    leaveLibrary: async () => undefined,
    sealUnsent: async () => true,
    clearDevice: async () => true,
  });
  const approvals = createApprovalService({
    backend,
    keyring,
    session: account,
    timers: clock,
    clock,
    visibility: { isVisible: () => true, onVisible: () => () => undefined },
    preferences: createMemoryPreferences(),
    channel: createMemoryTabs<ApprovalMessage>()(),
    origin: ORIGIN,
    deviceName: "Firefox on Linux",
  });
  await account.start();
  return { account, approvals, backend, clock, state: () => account.store.getState() };
}
type Page = Awaited<ReturnType<typeof openPage>>;

/** Acts for both users: agrees, and types the codes that the screens show. */
async function approve(n: Page, a: Page): Promise<void> {
  const stateN = () => n.approvals.store.getState().asking;
  const stateA = () => a.approvals.store.getState();
  const until = async (isThere: () => boolean): Promise<void> => {
    for (let looked = 0; looked < 200 && !isThere(); looked += 1) {
      await a.approvals.look();
      await n.clock.advance(2000);
      await a.clock.advance(2000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await n.approvals.ask();
  await until(() => stateA().incoming.length > 0);
  await a.approvals.offer(stateA().incoming[0]?.requestId ?? "");
  await until(() => stateN().kind === "code" && stateA().letting.kind === "type-code");
  const asking = stateN();
  await a.approvals.typeCode(asking.kind === "code" ? asking.code : "");
  await until(() => stateA().letting.kind === "ended" || stateA().letting.kind === "done");
}

type Own = { readonly point: Uint8Array<ArrayBuffer>; readonly nonce: Uint8Array<ArrayBuffer> };
type Thief = { readonly a: Page; readonly pair: Awaited<ReturnType<typeof generatePair>>; readonly own: Own };

/** The root, if the server's key opens what the unlocked device sent. */
async function steal(real: Approval, { a, pair, own }: Thief): Promise<Uint8Array | undefined> {
  const [point, nonce] = [parseB64Of(real.pubA, 65), parseB64Of(real.nonceA, 32)];
  const state = a.state();
  if (real.answer === null || point === undefined || nonce === undefined || !("vaultId" in state)) return undefined;
  const n = { ...own, name: real.nameN };
  const token = a.account.token() ?? "";
  const current = await a.backend.currentSession(token);
  const context = {
    requestId: real.requestId,
    origin: ORIGIN,
    accountId: current.ok ? current.value.user.id : "",
    email: EMAIL,
    vaultId: state.vaultId,
  };
  const values = { commitment: await approvalCommitment(n), n, a: { name: real.nameA ?? "", point, nonce } };
  const transcript = await approvalTranscript(context, values);
  const key = await approvalKey(pair.privateKey, point, { transcript, secret: new Uint8Array(0) });
  const opened = key.ok ? await openApproval(key.value, transcript, real.answer) : key;
  return opened.ok ? opened.value.root : undefined;
}

/** Hands everything on, and edits each approval in an answer. */
async function proxyTo(origin: string, edit: (answer: Approval) => Promise<Approval>) {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization, "content-type": type } = request.headers;
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? "GET",
      headers: { ...(authorization && { authorization }), ...(type && { "content-type": type }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    const isEdited = answer.ok && request.url?.startsWith("/api/device-approvals") === true;
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(isEdited ? JSON.stringify(await editAll(JSON.parse(text), edit)) : text);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void proxy.close() };
}

async function editAll(
  body: Approval | { readonly approvals: readonly Approval[] } | { readonly success: true },
  edit: (answer: Approval) => Promise<Approval>,
) {
  if ("approvals" in body) return { approvals: await Promise.all(body.approvals.map(edit)) };
  return "requestId" in body ? edit(body) : body;
}
