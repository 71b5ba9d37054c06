/** Carries an approval between two devices of an account: each step once, in order, within ten minutes. The devices check the values. encryption.md 3.5 (6). */
import type { Approval, askApproval, offerApproval, revealApproval } from "@satchel/contract/accounts/approvals.ts";
import type { ParsedBodyOf } from "@satchel/contract/route.ts";
import { deleteInPieces } from "../../db/counts.ts";
import { type Database, transact } from "../../db/open-database.ts";
import type { ApprovalRow } from "../../db/schema.ts";
import { newId, type RuntimeEnvironment } from "../../shared/environment.ts";
import { type Refusal, refuse } from "../../shared/refusal.ts";
import type { Caller, Client } from "../sign-in/sessions.ts";

type Step = Refusal<"not-found" | "conflict" | "forbidden">;
type Sealed = NonNullable<Approval["answer"]>;
type Asked = ParsedBodyOf<typeof askApproval>;
type Offered = ParsedBodyOf<typeof offerApproval>;
type Revealed = ParsedBodyOf<typeof revealApproval>;

export type Approvals = {
  readonly ask: (caller: Caller, asked: Asked, client: Client) => Promise<Approval>;
  readonly list: (caller: Caller) => Promise<Approval[]>;
  readonly read: (caller: Caller, id: string) => Promise<Approval | Refusal<"not-found">>;
  readonly offer: (caller: Caller, id: string, offered: Offered) => Promise<Approval | Step>;
  readonly reveal: (caller: Caller, id: string, revealed: Revealed) => Promise<Approval | Step>;
  readonly prove: (caller: Caller, id: string, proof: string) => Promise<Approval | Step>;
  readonly answer: (caller: Caller, id: string, answer: Sealed) => Promise<Approval | Step>;
  readonly refuse: (caller: Caller, id: string) => Promise<void>;
  readonly sweep: () => Promise<void>;
};

const LIFETIME_MS = 600_000;

export function createApprovals(db: Database, around: RuntimeEnvironment): Approvals {
  const toReply = (row: ApprovalRow, caller: Caller): Approval => toApproval(row, caller, around.now());

  /** One step: who may take it, from which state, and what it writes; whole or not at all. */
  const step = (
    caller: Caller,
    id: string,
    { from, plan }: { readonly from: ApprovalRow["state"]; readonly plan: (row: ApprovalRow) => Partial<ApprovalRow> | Step },
  ): Promise<Approval | Step> =>
    transact(db, async (tx) => {
      const row = await living(tx, caller, { id, now: around.now() });
      if (row === undefined) return refuse("not-found");
      if (row.state !== from) return refuse("conflict");
      const values = plan(row);
      if ("code" in values) return values;
      await tx.updateTable("device_approvals").set(values).where("id", "=", id).execute();
      return toReply({ ...row, ...values }, caller);
    });

  return {
    ask: (caller, asked, client) => transact(db, (tx) => ask(tx, caller, { asked, client, around })),
    list: async (caller) => {
      const rows = await db
        .selectFrom("device_approvals")
        .selectAll()
        .where("account_id", "=", caller.account.id)
        .orderBy("created_at", "desc")
        .execute();
      return rows.filter((row) => isLiving(row, around.now()) && row.state !== "refused").map((row) => toReply(row, caller));
    },
    read: async (caller, id) => {
      const row = await living(db, caller, { id, now: around.now() });
      return row === undefined ? refuse("not-found") : toReply(row, caller);
    },
    offer: (caller, id, { pubA, nonceA, nameA }) =>
      step(caller, id, {
        from: "waiting",
        plan: (row) =>
          row.asked_by === caller.sessionId
            ? refuse("forbidden")
            : { state: "offered", pub_a: pubA, nonce_a: nonceA, name_a: nameA, offered_by: caller.sessionId },
      }),
    reveal: (caller, id, { pubN, nonceN }) =>
      step(caller, id, {
        from: "offered",
        plan: (row) => (row.asked_by === caller.sessionId ? { state: "revealed", pub_n: pubN, nonce_n: nonceN } : refuse("forbidden")),
      }),
    prove: (caller, id, proof) => step(caller, id, { from: "revealed", plan: (row) => planProof(row, caller, proof) }),
    answer: (caller, id, answer) =>
      step(caller, id, {
        from: "revealed",
        plan: (row) => (row.offered_by === caller.sessionId ? { state: "answered", answer: JSON.stringify(answer) } : refuse("forbidden")),
      }),
    refuse: async (caller, id) => {
      await db
        .updateTable("device_approvals")
        .set({ state: "refused", answer: null })
        .where("id", "=", id)
        .where("account_id", "=", caller.account.id)
        .execute();
    },
    sweep: async () => {
      const before = around.now() - LIFETIME_MS;
      await deleteInPieces((limit) => {
        const over = db.selectFrom("device_approvals").select("id").where("created_at", "<=", before).limit(limit);
        return db.deleteFrom("device_approvals").where("id", "in", over).executeTakeFirst();
      });
    },
  };
}

type Question = { readonly asked: Asked; readonly client: Client; readonly around: RuntimeEnvironment };

async function ask(tx: Database, caller: Caller, { asked, client, around }: Question): Promise<Approval> {
  await tx.deleteFrom("device_approvals").where("asked_by", "=", caller.sessionId).execute();
  const row: ApprovalRow = {
    id: newId(around),
    account_id: caller.account.id,
    asked_by: caller.sessionId,
    offered_by: null,
    state: "waiting",
    commitment: asked.commitment,
    name_n: asked.nameN,
    pub_a: null,
    nonce_a: null,
    name_a: null,
    pub_n: null,
    nonce_n: null,
    proof: null,
    answer: null,
    network: client.network,
    created_at: around.now(),
  };
  await tx.insertInto("device_approvals").values(row).execute();
  return toApproval(row, caller, around.now());
}

function planProof(row: ApprovalRow, caller: Caller, proof: string): Partial<ApprovalRow> | Step {
  if (row.asked_by !== caller.sessionId) return refuse("forbidden");
  return row.proof === null ? { proof } : refuse("conflict");
}

async function living(
  db: Database,
  caller: Caller,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<ApprovalRow | undefined> {
  const row = await db
    .selectFrom("device_approvals")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", caller.account.id)
    .executeTakeFirst();
  return row !== undefined && isLiving(row, now) ? row : undefined;
}

function isLiving(row: ApprovalRow, now: number): boolean {
  return now - row.created_at < LIFETIME_MS;
}

function toApproval(row: ApprovalRow, caller: Caller, now: number): Approval {
  return {
    requestId: row.id,
    state: row.state,
    commitment: row.commitment,
    nameN: row.name_n,
    pubA: row.pub_a,
    nonceA: row.nonce_a,
    nameA: row.name_a,
    pubN: row.pub_n,
    nonceN: row.nonce_n,
    proof: row.proof,
    answer: row.answer === null ? null : JSON.parse(row.answer),
    network: row.network,
    createdAt: row.created_at,
    expiresIn: Math.floor((row.created_at + LIFETIME_MS - now) / 1000),
    mine: row.asked_by === caller.sessionId,
  };
}
