/** The two devices of an approval with their real services and keys, a hostile server between them, and an honest user at both. encryption.md 3.5 (6). */
import { failed, ok } from "@satchel/core/model/result.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import type { Backend } from "@satchel/core/ports/account/backend.ts";
import type { SecurityBackend } from "@satchel/core/ports/account/security-backend.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createMemoryTabs } from "@satchel/core/testing/memory-tabs.ts";
import type { SessionApi, SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { parseApprovalLink } from "@satchel/core/vault/approval/approval-code.ts";
import { createApprovalService } from "@satchel/core/vault/approval/approval-service.ts";
import type { ApprovalMessage } from "@satchel/core/vault/approval/approval-service-types.ts";
import { newKdf } from "@satchel/crypto/primitives/kdf.ts";
import { importSealingKey } from "@satchel/crypto/primitives/primitives.ts";
import { approvalCodes } from "@satchel/crypto/vault/approval.ts";
import { createVault } from "@satchel/crypto/vault/vault.ts";
import { toWire } from "@satchel/web/adapters/sealing/documents/key-documents.ts";
import type { SealingOptions } from "@satchel/web/adapters/sealing/held/held-keys.ts";
import { createDirectSealing } from "@satchel/web/adapters/sealing/testing/direct-sealing.ts";
import { createMemoryKeyStore } from "@satchel/web/adapters/sealing/testing/memory-key-store.ts";
import { cheap } from "../browser.ts";
import { type EditAnswer, HostileServer, type OwnVault, type Plan, SHOWN, type Side } from "./hostile-server.ts";

export type Mode = "typed" | "holder-scans" | "new-scans";

const ROUNDS = 40;
const USER = { email: SHOWN.email, createdAt: 0, needsOnboarding: false, planType: "basic" } as const;

export async function createWorld() {
  const store = createMemoryKeyStore();
  const { keyring } = await createDirectSealing(store, { stretchWith: cheap });
  const made = await keyring.prepareRegistration("Correct horse 1");
  if (!made.ok) throw new Error("no vault");
  await keyring.install(SHOWN.email, false);
  await keyring.follow(made.value.keys.document);
  const own = await createVault(await importSealingKey(new Uint8Array(32).fill(7)), newKdf());
  return {
    store,
    real: { document: made.value.keys.document, entries: [] },
    own: { keys: { document: toWire(own.document), entries: [] }, root: own.secrets.root } satisfies OwnVault,
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

type Attack = {
  readonly plan: Plan;
  readonly mode: Mode;
  readonly editAnswer?: EditAnswer;
  readonly codes?: SealingOptions["approvalCodes"];
};

/** The outcome of the approval. `stolen`: the server opened what A sealed. `planted`: N took another root than A's. */
export async function attack(world: World, { plan, mode, editAnswer, codes }: Attack) {
  const server = await HostileServer.start({
    plan,
    vaults: { real: world.real, own: world.own },
    editAnswer: editAnswer ?? ((_side, honest) => honest),
    codes: codes ?? approvalCodes,
  });
  const options: SealingOptions = { stretchWith: cheap, ...(codes !== undefined && { approvalCodes: codes }) };
  const n = await openDevice(server, { side: "n", keys: createMemoryKeyStore(), options });
  const a = await openDevice(server, { side: "a", keys: world.store, options });
  await a.keyring.restore();
  const sealed = await a.codec.seal(aNote());
  const seen = await actAsUser(n, a, mode);
  const vaultId = world.real.document.vaultId;
  const stolen = seen === undefined ? undefined : await server.steal({ ...seen, vaultId });
  const isOpened = n.at().asking.kind === "opened";
  const opens = isOpened && sealed.ok && (await n.codec.open("note", aNote().id, sealed.value)).ok;
  return { stolen: stolen !== undefined, planted: isOpened && !opens, isOpened, letting: a.at().letting, asking: n.at().asking };
}

/** Agrees to the request that this user began, then scans or types what is on the screens. Returns what A was shown when its user agreed. */
async function actAsUser(n: Device, a: Device, mode: Mode) {
  await n.approvals.ask();
  let agreed: ReturnType<Device["at"]>["incoming"][number] | undefined;
  let hasScanned = false;
  for (let round = 0; round < ROUNDS && !isFinal(n, a); round += 1) {
    await pass(n, a);
    const [{ asking }, { letting, incoming }] = [n.at(), a.at()];
    if (asking.kind === "idle" || asking.kind === "ended") break;
    if (agreed === undefined) {
      await a.approvals.look();
      agreed = a.at().incoming[0] ?? incoming[0];
      if (agreed !== undefined) {
        if (mode === "holder-scans") await scan(a, n);
        await a.approvals.offer(agreed.requestId);
      }
    } else if (mode === "new-scans" && !hasScanned && "link" in letting && asking.kind === "code") {
      hasScanned = true;
      await scan(n, a);
    } else if (mode === "typed" && letting.kind === "type-code" && "code" in asking) await a.approvals.typeCode(asking.code);
    // Only a code that the other device shows is typed: with none on its screen the user stops here.
    else if (asking.kind === "type-code" && letting.kind === "done" && letting.code !== undefined) await n.approvals.confirm(letting.code);
  }
  await pass(n, a);
  return agreed;
}

async function scan(from: Device, shown: Device): Promise<void> {
  const { asking, letting } = shown.at();
  const screen = shown.side === "n" ? asking : letting;
  const link = "link" in screen ? parseApprovalLink(screen.link, SHOWN.origin) : undefined;
  if (link === undefined) return;
  const scanned = from.approvals.scan(link);
  await pass(from, from);
  await scanned;
}

const isFinal = (n: Device, a: Device): boolean => n.at().asking.kind === "opened" || a.at().letting.kind === "ended";

async function pass(n: Device, a: Device): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await n.clock.advance(2000);
    if (n !== a) await a.clock.advance(2000);
    await n.quiet();
    await a.quiet();
  }
}

async function openDevice(
  server: HostileServer,
  {
    side,
    keys,
    options,
  }: { readonly side: Side; readonly keys: ReturnType<typeof createMemoryKeyStore>; readonly options: SealingOptions },
) {
  const clock = new ManualClock();
  const sealing = await createDirectSealing(keys, options);
  const work = { count: 0 };
  const keyring = watched(sealing.keyring, work);
  const approvals = createApprovalService({
    backend: watched(backendOf(server, side), work),
    keyring,
    session: sessionOf(side),
    timers: clock,
    clock,
    visibility: { isVisible: () => true, onVisible: () => () => undefined },
    preferences: createMemoryPreferences(),
    channel: createMemoryTabs<ApprovalMessage>()(),
    origin: SHOWN.origin,
    deviceName: side === "n" ? "Phone" : "Laptop",
  });
  return { side, approvals, keyring, codec: sealing.codec, clock, quiet: () => quiet(work), at: () => approvals.store.getState() };
}
type Device = Awaited<ReturnType<typeof openDevice>>;

function backendOf(server: HostileServer, side: Side): Backend & SecurityBackend {
  const routes: Partial<Backend & SecurityBackend> = {
    currentSession: async () =>
      ok({ user: { ...USER, id: SHOWN.accountId }, needsOnboarding: false, planType: "basic", limited: side === "n" }),
    getKeys: async () => ok(server.keysFor(side)),
    askApproval: async (_token, { commitment, nameN }) => ok(await server.ask(commitment, nameN)),
    listApprovals: async () => ok(server.isAsked ? [server.show(side)] : []),
    readApproval: async () => (server.isAsked ? ok(server.show(side)) : failed({ kind: "offline" })),
    offerApproval: async (_token, _id, offer) => ok(await server.set(side, { ...offer, state: "offered" })),
    revealApproval: async (_token, _id, reveal) => ok(await server.set(side, { ...reveal, state: "revealed" })),
    proveApproval: async (_token, _id, proof) => ok(await server.set(side, { proof })),
    answerApproval: async (_token, _id, answer) => ok(await server.set(side, { answer, state: "answered" })),
    refuseApproval: async () => ok(undefined),
  };
  return routes as Backend & SecurityBackend;
}

function sessionOf(side: Side): SessionApi {
  const open = { vault: "open", vaultId: "", hasPendingRecoveryKey: false } as const;
  const store = createUnionStore<SessionState>({ kind: "signed-in", user: USER, ...(side === "a" ? open : { vault: "locked" }) });
  let last: Promise<unknown> = Promise.resolve();
  return {
    store,
    token: () => side,
    inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
      const next = last.then(run);
      last = next.catch(() => undefined);
      return next;
    },
    handleProblem: () => undefined,
    become: (vault) => store.replace({ kind: "signed-in", user: USER, ...vault }),
    dropStep: () => undefined,
    learn: () => undefined,
    followed: () => undefined,
    keys: createStore({ latest: undefined, followed: 0 }),
    clear: async () => true,
  };
}

/** Cryptography runs beside the event loop: `work` counts what of it is under way. */
function watched<Api extends object>(api: Api, work: { count: number }): Api {
  return new Proxy(api, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...given: readonly unknown[]): unknown => {
        const running: unknown = Reflect.apply(found, target, given);
        if (!(running instanceof Promise)) return running;
        work.count += 1;
        const end = (): void => {
          work.count -= 1;
        };
        running.then(end, end);
        return running;
      };
    },
  });
}

async function quiet(work: { readonly count: number }): Promise<void> {
  for (let calm = 0; calm < 3; calm = work.count === 0 ? calm + 1 : 0) await new Promise((resolve) => setImmediate(resolve));
}
