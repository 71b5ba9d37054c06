/**
 * A server in memory: accounts, sessions, the key document, and a drive that issues codes and tokens. It validates requests like the real
 * one. `fail` makes the next call with a given name return a problem, before or after it took effect.
 */
import type { SignedIn, User } from "@satchel/contract/accounts/auth.ts";
import type { AccountKeys, Kdf, KeyDocument, PasswordEntry, Wrap } from "@satchel/contract/accounts/keys.ts";
import { normalizeEmail } from "@satchel/contract/limits.ts";
import { PLANS, type PlanType } from "@satchel/contract/plans.ts";
import type { RefusalCode } from "@satchel/contract/refusals.ts";
import { REFUSALS } from "@satchel/contract/refusals.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type { Backend, BackendProblem } from "../ports/account/backend.ts";
import { createMemoryCloud, type MemoryCloud } from "./memory-cloud.ts";

type Entry = { entryId: string; kdf: Kdf; secret: string; pw: Wrap | null; signsIn: boolean };
type Account = { user: User; pendingPlan?: PlanType | undefined; entries: Entry[]; document: KeyDocument | null };
type Fault = { readonly problem: BackendProblem; readonly tookEffect: boolean };
type Call = keyof Backend;

export type MemoryBackend = Backend & {
  /** Makes the next call with this name return `problem`; it still takes effect if `tookEffect`. */
  fail(call: Call, problem: BackendProblem, tookEffect?: boolean): void;
  /** Cancels all pending faults. */
  repair(): void;
  /** Runs once, right before the next call with this name is processed, like another device's request in between. */
  before(call: Call, run: () => void): void;
  /** Adds an account of another client: a plain password, no vault. Its secret is computed as the server would. */
  addPlainAccount(email: string, kdf: Kdf, secret: string): void;
  changePassword(email: string, kdf: Kdf, secret: string, pw: Wrap | null): void;
  endSessions(code: "session-ended" | "session-revoked"): void;
  readonly account: (email: string) => Account | undefined;
  readonly calls: Call[];
  readonly cloud: MemoryCloud;
};

const refusal = (code: RefusalCode) => failed<BackendProblem>({ kind: "refused", code, status: REFUSALS[code].status });
export const LOST: BackendProblem = { kind: "timed-out", afterMs: 30_000 };
export const OFFLINE: BackendProblem = { kind: "offline" };

export function createMemoryBackend(): MemoryBackend {
  const accounts = new Map<string, Account>();
  const sessions = new Map<string, string>();
  const faults = new Map<Call, Fault[]>();
  const meanwhile = new Map<Call, (() => void)[]>();
  const calls: Call[] = [];
  let ended: "session-ended" | "session-revoked" = "session-ended";
  let made = 0;
  const next = (what: string) => {
    made += 1;
    return `${what}-${made}`;
  };

  async function answer<Value>(call: Call, run: () => Result<Value, BackendProblem>): Promise<Result<Value, BackendProblem>> {
    calls.push(call);
    meanwhile.get(call)?.shift()?.();
    const fault = faults.get(call)?.shift();
    if (fault !== undefined && !fault.tookEffect) return failed(fault.problem);
    const result = run();
    return fault === undefined ? result : failed(fault.problem);
  }

  const withAccount = <Value>(token: string, run: (account: Account) => Result<Value, BackendProblem>): Result<Value, BackendProblem> => {
    const account = accounts.get(sessions.get(token) ?? "");
    return account === undefined ? refusal(ended) : run(account);
  };

  const keysOf = (account: Account, shown?: Entry): AccountKeys => ({
    document: account.document,
    entries: account.entries.map((entry): PasswordEntry => {
      const { entryId, kdf, signsIn } = entry;
      return entry === shown ? { entryId, kdf, signsIn, pw: entry.pw } : { entryId, kdf, signsIn };
    }),
  });

  const signIn = (account: Account, entry: Entry): SignedIn => {
    const token = next("token");
    sessions.set(token, account.user.email);
    const { needsOnboarding, planType } = account.user;
    return { token, user: account.user, needsOnboarding, planType, keys: keysOf(account, entry) };
  };

  const add = (email: string, entry: Entry, document: KeyDocument | null): Account => {
    const user: User = { id: next("user"), email: normalizeEmail(email), createdAt: 1, needsOnboarding: true, planType: "free" };
    const account = { user, entries: [entry], document };
    accounts.set(user.email, account);
    return account;
  };

  const { cloud, ...cloudCalls } = createMemoryCloud({
    next,
    answer,
    emailOf: (token) => withAccount(token, ({ user }) => ok(user.email)),
  });

  return {
    calls,
    account: (email) => accounts.get(normalizeEmail(email)),
    fail: (call, problem, tookEffect = false) => faults.set(call, [...(faults.get(call) ?? []), { problem, tookEffect }]),
    repair: () => faults.clear(),
    before: (call, run) => meanwhile.set(call, [...(meanwhile.get(call) ?? []), run]),
    addPlainAccount: (email, kdf, secret) => void add(email, { entryId: next("entry"), kdf, secret, pw: null, signsIn: true }, null),
    changePassword(email, kdf, secret, pw) {
      const account = accounts.get(normalizeEmail(email));
      if (account !== undefined) account.entries = [{ entryId: next("entry"), kdf, secret, pw, signsIn: true }];
    },
    endSessions(code) {
      ended = code;
      sessions.clear();
    },
    serverInfo: () => answer("serverInfo", () => ok({ registration: "open" as const })),
    register: (body) =>
      answer("register", () => {
        if (accounts.has(normalizeEmail(body.email))) return refusal("email-taken");
        if (body.kdf === undefined || body.keys === undefined) return refusal("bad-request");
        const entry = { entryId: next("entry"), kdf: body.kdf, secret: body.password, pw: body.keys.pw, signsIn: true };
        return ok(signIn(add(body.email, entry, body.keys.document), entry));
      }),
    upgradeOptions: () => answer("upgradeOptions", () => ok([{ planType: "free" as const, storageBytes: null, fits: true }])),
    syncToCloud: (_, { email, password }) =>
      answer("syncToCloud", () => {
        const account = accounts.get(normalizeEmail(email));
        const isRight = account?.entries.some((entry) => entry.signsIn && entry.secret === password) === true;
        return isRight ? ok(undefined) : refusal("invalid-credentials");
      }),
    prelogin: (email) =>
      answer("prelogin", () => {
        const account = accounts.get(normalizeEmail(email));
        const kdf = account?.entries.find((entry) => entry.signsIn)?.kdf;
        return ok(kdf ?? { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "unknownAAAAAAAAAAAAAAA" });
      }),
    login: ({ email, password }) =>
      answer("login", () => {
        const account = accounts.get(normalizeEmail(email));
        const entry = account?.entries.find((candidate) => candidate.signsIn && candidate.secret === password);
        return account === undefined || entry === undefined ? refusal("invalid-credentials") : ok(signIn(account, entry));
      }),
    forgotPassword: () => answer("forgotPassword", () => ok(undefined)),
    logout: (token) =>
      answer("logout", () => {
        sessions.delete(token);
        return ok(undefined);
      }),
    currentSession: (token) =>
      answer("currentSession", () =>
        withAccount(token, ({ user }) => ok({ user, needsOnboarding: user.needsOnboarding, planType: user.planType, limited: false })),
      ),
    completeOnboarding: (token, planType) =>
      answer("completeOnboarding", () =>
        withAccount(token, (account) => {
          if (!account.user.needsOnboarding && account.user.planType !== planType) return refusal("onboarding-over");
          account.user = { ...account.user, planType, needsOnboarding: false };
          return ok({ success: true as const, needsOnboarding: false as const, planType, user: account.user });
        }),
      ),
    readPlan: (token) => answer("readPlan", () => withAccount(token, (account) => ok(planOf(account)))),
    beginPlanChange: (token, planType) =>
      answer("beginPlanChange", () =>
        withAccount(token, (account) => {
          if (isManaged(planType) === isManaged(account.user.planType)) account.user = { ...account.user, planType };
          else account.pendingPlan = planType;
          return ok(planOf(account));
        }),
      ),
    completePlanChange: (token) =>
      answer("completePlanChange", () =>
        withAccount(token, (account) => {
          account.user = { ...account.user, planType: account.pendingPlan ?? account.user.planType };
          account.pendingPlan = undefined;
          return ok(planOf(account));
        }),
      ),
    cancelPlanChange: (token) =>
      answer("cancelPlanChange", () =>
        withAccount(token, (account) => {
          account.pendingPlan = undefined;
          return ok(planOf(account));
        }),
      ),
    getKeys: (token) => answer("getKeys", () => withAccount(token, (account) => ok(keysOf(account)))),
    openKeys: (token, secret) =>
      answer("openKeys", () =>
        withAccount(token, (account) => {
          const entry = account.entries.find((candidate) => candidate.secret === secret);
          return entry === undefined ? refusal("invalid-credentials") : ok(keysOf(account, entry));
        }),
      ),
    writeKeys: (token, body) =>
      answer("writeKeys", () =>
        withAccount(token, (account) => {
          if (body.rev === 0 && account.document !== null) return refusal("vault-exists");
          if (body.rev !== (account.document?.rev ?? 0)) return refusal("conflict");
          const entry = account.entries.find((candidate) => candidate.entryId === body.pw?.entryId);
          if (body.rev === 0 && entry === undefined) return refusal("bad-request");
          if (entry !== undefined && body.pw !== undefined) entry.pw = body.pw.wrap;
          account.document = body.document;
          return ok(keysOf(account));
        }),
      ),
    cloud,
    ...cloudCalls,
  };
}

function planOf({ user, pendingPlan }: Account) {
  return { user, pendingPlan: pendingPlan ?? null };
}

function isManaged(plan: PlanType): boolean {
  return PLANS[plan].managedBytes > 0;
}
