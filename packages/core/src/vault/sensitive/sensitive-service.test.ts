/** Property test: two devices of an account change the folder's password in random orders; calls fail or their responses are lost. */
import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { REFUSALS } from "@satchel/contract/refusals.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore, createUnionStore } from "../../model/store.ts";
import type { BackendProblem } from "../../ports/account/backend.ts";
import type { OpenedSensitive, SensitiveWrite } from "../../ports/sealing/sensitive-keys.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MEMORY_SID } from "../../testing/memory-sensitive.ts";
import { createMemoryKeys, createMemorySession } from "../../testing/memory-sensitive-keys.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import type { SessionState } from "../account/account-service-types.ts";
import { createSensitiveService, type SensitiveDeps } from "./sensitive-service.ts";
import type { SensitiveMessage } from "./sensitive-session-service.ts";

const PASSWORDS = ["first of them", "second of them", "third of them"] as const;
type Password = (typeof PASSWORDS)[number];
const VAULT = "vault";
const REFUSED = { ok: false, problem: { kind: "sensitive-refused" } };
const LOST: BackendProblem = { kind: "timed-out", afterMs: 30_000 };
const KDF = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "" } as const;

/** `offline`: the next write does not arrive. `lost`: it takes effect, but its response does not arrive. */
type Fault = "offline" | "lost";

/** The server's state: one wrap and one verifier, written together. In this test a wrap is the password plus a unique number. */
function createServer() {
  const server = {
    rev: 1,
    password: undefined as string | undefined,
    wrap: undefined as string | undefined,
    fault: undefined as Fault | undefined,
    writes: 0,
  };
  const refuse = (code: "conflict" | "sensitive-exists" | "sensitive-refused") =>
    failed<BackendProblem>({ kind: "refused", code, status: REFUSALS[code].status });
  const keys = (): AccountKeys => ({
    document: documentOf(server.rev, server.wrap),
    entries: [{ entryId: "e", kdf: KDF, signsIn: true }],
  });
  const write = async (
    { rev, verifier, sens }: Write,
    check: () => Result<void, BackendProblem>,
  ): Promise<Result<AccountKeys, BackendProblem>> => {
    const { fault } = server;
    server.fault = undefined;
    if (fault === "offline") return failed({ kind: "offline" });
    if (rev !== server.rev) return refuse("conflict");
    const checked = check();
    if (!checked.ok) return checked;
    Object.assign(server, { rev: rev + 1, password: verifier, wrap: sens.ct, writes: server.writes + 1 });
    return fault === "lost" ? failed(LOST) : ok(keys());
  };
  const backend = {
    getKeys: async () => ok(keys()),
    setUpSensitive: (_: string, body: Write) =>
      write(body, () => (server.password === undefined ? ok(undefined) : refuse("sensitive-exists"))),
    changeSensitive: (_: string, body: Write) =>
      write(body, () => (body.currentVerifier === server.password ? ok(undefined) : refuse("sensitive-refused"))),
    authenticateSensitive: async (_: string, { verifier }: OpenedSensitive) =>
      verifier === server.password ? ok({ token: "t", expiresAt: Number.MAX_SAFE_INTEGER }) : refuse("sensitive-refused"),
    revokeSensitive: async () => ok(undefined),
    retiredKeys: async () => ok([]),
  };
  return { server, backend };
}
type Server = ReturnType<typeof createServer>;
type Write = Pick<SensitiveWrite, "verifier" | "sens"> & { readonly rev: number; readonly currentVerifier?: string };

function documentOf(rev: number, wrap: string | undefined): KeyDocument {
  const sealed = { iv: "", ct: "" };
  const envelope = (ct: string) => ({ v: 1, alg: "A256GCM", kid: VAULT, iv: "", ct }) as const;
  const sens = wrap === undefined ? null : envelope(wrap);
  return { v: 1, vaultId: VAULT, rev, rec: { rkId: "", ...sealed }, priv: [], recpub: envelope(""), sens, also: [], proofHash: "" };
}

let wraps = 0;
function newWrap(password: string): string {
  wraps += 1;
  return `${password}|${wraps}`;
}

/** Keys with readable wraps, because this tests the service and not the cryptography. */
function createKeyring() {
  const memory = createMemoryKeys();
  let next = "";
  const folders = ({ sens }: KeyDocument) => (sens === null ? [] : [{ sid: MEMORY_SID, kdf: KDF, spw: { iv: "", ct: sens.ct } }]);
  return {
    ...memory,
    vouchesFor: async () => true,
    keptDocument: async () => undefined,
    dropPrepared: async () => undefined,
    sensitiveFolders: async (document: KeyDocument) => ok(folders(document).map(({ sid }) => sid)),
    sensitivePasswords: async (document: KeyDocument) => ok(folders(document)),
    prepareSensitive: async () => {
      await memory.prepareLocalSensitive("");
      return MEMORY_SID;
    },
    prepareSensitivePassword: async (password: string) => {
      next = password;
      return ok(undefined);
    },
    async openSensitive({ sens }: KeyDocument, password: string) {
      if (sens === null) return failed({ kind: "not-set-up" } as const);
      if (!sens.ct.startsWith(`${password}|`))
        return failed({ kind: "sensitive-refused", shown: { sid: MEMORY_SID, verifier: password } } as const);
      await memory.prepareLocalSensitive(password);
      return ok([{ sid: MEMORY_SID, verifier: password }]);
    },
    sensitiveWrite: async () =>
      ok({
        sid: MEMORY_SID,
        others: [],
        verifier: next,
        sens: documentOf(0, newWrap(next)).sens,
        proof: "",
        bound: "",
      } as unknown as SensitiveWrite),
    prepareBoxes: async () => ok(undefined),
  };
}

function openDevice({ backend }: Server) {
  const clock = new ManualClock();
  const user = { id: "u", email: "ada@example.org", createdAt: 1, needsOnboarding: false, planType: "free" };
  const store = createUnionStore<SessionState>({ kind: "signed-in", vault: "open", vaultId: VAULT, user } as unknown as SessionState);
  const keys = createStore<{ readonly latest: AccountKeys | undefined; readonly followed: number }>({ latest: undefined, followed: 0 });
  let turn: Promise<unknown> = Promise.resolve();
  const session = {
    store,
    keys,
    token: () => "token",
    inTurn: <Value>(run: () => Promise<Value>): Promise<Value> => {
      const done = turn.then(run);
      turn = done.catch(() => undefined);
      return done;
    },
    handleProblem: () => undefined,
    learn: (latest: AccountKeys) => keys.setState({ latest }),
  };
  const deps = {
    backend,
    keyring: createKeyring(),
    session,
    sessionStore: createMemorySession(),
    channel: createMemoryTabs<SensitiveMessage>()(),
    clock,
    timers: clock,
    attention: { onAwake: () => () => undefined, onHidden: () => () => undefined },
    preferences: { read: () => undefined, write: () => undefined },
    isLocalMode: () => false,
  };
  // The ports have more methods, which this test does not use.
  return createSensitiveService(deps as unknown as SensitiveDeps);
}

type Step =
  | { readonly kind: "unlock"; readonly at: number; readonly password: Password }
  | { readonly kind: "change"; readonly at: number; readonly current: Password; readonly next: Password }
  | { readonly kind: "both-change"; readonly current: Password; readonly next: readonly [Password, Password] }
  | { readonly kind: "lock"; readonly at: number }
  | { readonly kind: "fault"; readonly fault: Fault };

const password = fc.constantFrom(...PASSWORDS);
const at = fc.nat({ max: 1 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("unlock" as const), at, password }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("change" as const), at, current: password, next: password }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("both-change" as const), current: password, next: fc.tuple(password, password) }) },
  fc.record({ kind: fc.constant("lock" as const), at }),
  fc.record({ kind: fc.constant("fault" as const), fault: fc.constantFrom("offline" as const, "lost" as const) }),
);

type World = { readonly network: Server; readonly devices: readonly ReturnType<typeof openDevice>[] };

async function change(
  { network: { server }, devices }: World,
  { at: device, current, next }: Extract<Step, { kind: "change" }>,
): Promise<void> {
  const { password: valid, writes, fault } = server;
  const answer = await devices[device]?.change(current, next);
  if (current !== valid) {
    expect(answer).toEqual(REFUSED);
    expect(server.writes).toBe(writes);
    return;
  }
  // After a lost response, the service finds its write in the document; an unsent write changed nothing.
  expect(answer?.ok).toBe(fault !== "offline");
  expect(server.password).toBe(fault === "offline" ? current : next);
}

/** The second device to arrive reads again and finds its current password replaced. */
async function bothChange(
  { network: { server }, devices }: World,
  { current, next }: Extract<Step, { kind: "both-change" }>,
): Promise<void> {
  server.fault = undefined;
  if (next.includes(current)) return;
  const { password: valid, writes } = server;
  const answers = await Promise.all(devices.map((device, each) => device.change(current, next[each as 0 | 1])));
  const winners = next.filter((_, each) => answers[each]?.ok === true);
  expect(winners).toHaveLength(current === valid ? 1 : 0);
  expect(server.writes).toBe(writes + winners.length);
  expect(server.password).toBe(winners[0] ?? valid);
}

async function take(world: World, step: Step): Promise<void> {
  const { network, devices } = world;
  if (step.kind === "fault") network.server.fault = step.fault;
  if (step.kind === "lock") await devices[step.at]?.lock();
  if (step.kind === "change") await change(world, step);
  if (step.kind === "both-change") await bothChange(world, step);
  if (step.kind === "unlock") {
    const answer = await devices[step.at]?.unlock(step.password);
    expect(answer).toEqual(step.password === network.server.password ? ok(undefined) : REFUSED);
  }
  await flushPromises();
}

describe("encryption.md 3.5 (8): an account's folder on two devices", () => {
  it("has one password at any time, changed only by a device that knows it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 15 }), async (steps) => {
        const network = createServer();
        const world: World = { network, devices: [openDevice(network), openDevice(network)] };
        expect(await world.devices[0]?.setUp(PASSWORDS[0])).toEqual(ok(undefined));
        expect(await world.devices[1]?.setUp(PASSWORDS[1])).toEqual({ ok: false, problem: { kind: "sensitive-exists" } });
        for (const step of steps) {
          await take(world, step);
          for (const typed of PASSWORDS) {
            const answer = await openDevice(network).unlock(typed);
            expect(answer).toEqual(typed === network.server.password ? ok(undefined) : REFUSED);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("locks a device that had it open when it learns of another password", async () => {
    const network = createServer();
    const [here, there] = [openDevice(network), openDevice(network)];
    await here.setUp(PASSWORDS[0]);
    await there.unlock(PASSWORDS[0]);
    await flushPromises();
    await here.change(PASSWORDS[0], PASSWORDS[1]);
    expect(there.store.getState().kind).toBe("unlocked");
    const reasons: unknown[] = [];
    there.onEvent((event) => reasons.push(event));
    await there.checkSetUp();
    await flushPromises();
    expect(there.store.getState().kind).toBe("locked");
    expect(reasons).toEqual([{ kind: "locked", reason: "refused" }]);
  });

  it("reports on a device that was open that another one has set the folder up", async () => {
    const network = createServer();
    const [here, there] = [openDevice(network), openDevice(network)];
    await there.checkSetUp();
    expect(there.store.getState()).toEqual({ kind: "not-set-up" });
    await here.setUp(PASSWORDS[0]);
    expect(here.store.getState().kind).toBe("unlocked");

    await there.checkSetUp();
    expect(there.store.getState()).toEqual({ kind: "locked", elsewhere: "set-up" });
    await there.unlock(PASSWORDS[0]);
    await there.lock();
    expect(there.store.getState()).toEqual({ kind: "locked" });
  });

  it("reports the other device's password when its own comes too late", async () => {
    const network = createServer();
    const [here, there] = [openDevice(network), openDevice(network)];
    await there.checkSetUp();
    await here.setUp(PASSWORDS[0]);
    expect(await there.setUp(PASSWORDS[1])).toEqual({ ok: false, problem: { kind: "sensitive-exists" } });
    expect(there.store.getState()).toEqual({ kind: "locked", elsewhere: "set-up" });
  });

  it("reports another device's new password, but not its own", async () => {
    const network = createServer();
    const [here, there] = [openDevice(network), openDevice(network)];
    await here.setUp(PASSWORDS[0]);
    await there.unlock(PASSWORDS[0]);
    await there.lock();
    await here.change(PASSWORDS[0], PASSWORDS[1]);
    await here.lock();
    await flushPromises();
    expect(here.store.getState()).toEqual({ kind: "locked" });

    expect(await there.unlock(PASSWORDS[0])).toEqual(REFUSED);
    await flushPromises();
    expect(there.store.getState()).toEqual({ kind: "locked", elsewhere: "changed" });
  });
});
