/**
 * A server that carries one approval and attacks it: it knows everything that passes, holds keys of its own, and shows each device what its plan
 * says. `editAnswer` comes last, so that any field of any answer can be edited, replayed or withheld besides. encryption.md 3.5 (6).
 */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import { type Bytes, b64, parseB64Of } from "@satchel/crypto/primitives/bytes.ts";
import { generatePair, type KeyPair } from "@satchel/crypto/primitives/key-pair.ts";
import {
  type ApprovalSide,
  approvalCommitment,
  approvalKey,
  approvalTranscript,
  openApproval,
  sealApproval,
  type Transcript,
} from "@satchel/crypto/vault/approval.ts";

export type Side = "n" | "a";

/** Attacks on an approval. N is the new device, A the one that approves it: encryption.md 3.5 (6). */
export type Plan = {
  /** The server shows A its own commitment, key and nonce. */
  readonly isNew: boolean;
  /** The server shows N its own key and nonce. */
  readonly isHolder: boolean;
  /** The server gives N a vault that it made itself, sealed to N's key. */
  readonly plants: boolean;
  /** The server shows N the offer before A has agreed. */
  readonly isEarly: boolean;
  /** After N's reveal the server knows both transcripts. It then draws its nonce for that device again until both show the same code. */
  readonly grinds?: Side;
};

type Codes = (transcript: Transcript) => Promise<{ readonly n: string; readonly a: string }>;
/** Tries while the user waits: 16 times as many as codes of 8 bits take. */
const GRIND_TRIES = 4096;

export type EditAnswer = (side: Side, honest: Approval) => Approval;

/** A vault that the server made, with its root. */
export type OwnVault = { readonly keys: AccountKeys; readonly root: Bytes };

const EMAIL = "ada@example.org";
const ORIGIN = "https://notes.example.org";
const ACCOUNT_ID = "AAECAwQFBgcICQoLDA0ODw";
export const SHOWN = { email: EMAIL, origin: ORIGIN, accountId: ACCOUNT_ID } as const;

export type Attack = {
  readonly plan: Plan;
  readonly vaults: { readonly real: AccountKeys; readonly own: OwnVault };
  readonly editAnswer: EditAnswer;
  readonly codes: Codes;
};

export class HostileServer {
  readonly requestId = b64(crypto.getRandomValues(new Uint8Array(16)));
  #real: Approval | undefined;
  /** Answers that A sent, whatever became of them. */
  readonly answers: NonNullable<Approval["answer"]>[] = [];
  #planted: NonNullable<Approval["answer"]> | undefined;
  #commitment = "";
  readonly #nonces = { n: nonce(), a: nonce() };

  private constructor(
    private readonly attack: Attack,
    private readonly pair: KeyPair,
  ) {}

  static async start(attack: Attack): Promise<HostileServer> {
    return new HostileServer(attack, await generatePair());
  }

  keysFor(side: Side): AccountKeys {
    return side === "n" && this.attack.plan.plants ? this.attack.vaults.own.keys : this.attack.vaults.real;
  }

  async ask(commitment: string, nameN: string): Promise<Approval> {
    this.#real = { ...EMPTY, requestId: this.requestId, commitment, nameN };
    this.#commitment = b64(await approvalCommitment(this.#ownSide("n", nameN)));
    return this.show("n");
  }

  async set(side: Side, values: Partial<Approval>): Promise<Approval> {
    if (this.#real === undefined) throw new Error("nothing was asked");
    this.#real = { ...this.#real, ...values };
    if (values.answer) this.answers.push(values.answer);
    if (values.pubN && this.attack.plan.plants) this.#planted = await this.#plant();
    if (values.pubN && this.attack.plan.grinds !== undefined) await this.#grind(this.attack.plan.grinds);
    return this.show(side);
  }

  /** Returns the answer that a device is shown now; undefined before there is a request. */
  show(side: Side): Approval {
    if (this.#real === undefined) throw new Error("nothing was asked");
    return this.attack.editAnswer(side, side === "n" ? this.#shownToNew(this.#real) : this.#shownToHolder(this.#real));
  }

  get isAsked(): boolean {
    return this.#real !== undefined;
  }

  /** The root that A sealed, if any of the server's keys opens it. `seen` is what A was shown first. */
  async steal(seen: {
    readonly requestId: string;
    readonly commitment: string;
    readonly nameN: string;
    readonly vaultId: string;
  }): Promise<Bytes | undefined> {
    const a = this.#real === undefined ? undefined : sideOf(this.#real.nameA, this.#real.pubA, this.#real.nonceA);
    const commitment = parseB64Of(seen.commitment, 32);
    if (a === undefined || commitment === undefined) return undefined;
    const context = { ...SHOWN, requestId: seen.requestId, vaultId: seen.vaultId };
    const transcript = await approvalTranscript(context, { commitment, n: this.#ownSide("n", seen.nameN), a });
    const key = await this.#key(a.point, transcript);
    for (const answer of this.answers) {
      const opened = await openApproval(key, transcript, answer);
      if (opened.ok) return opened.value.root;
    }
    return undefined;
  }

  async #grind(side: Side): Promise<void> {
    const real = this.#real;
    const n = real === undefined ? undefined : sideOf(real.nameN, real.pubN, real.nonceN);
    const a = real === undefined ? undefined : sideOf(real.nameA, real.pubA, real.nonceA);
    if (real === undefined || n === undefined || a === undefined) return;
    const transcriptOf = (shownTo: Side): Promise<Transcript> => {
      const commitment = parseB64Of(shownTo === "a" && this.attack.plan.isNew ? this.#commitment : real.commitment, 32) as Bytes;
      const sides =
        shownTo === "a"
          ? { n: this.attack.plan.isNew ? this.#ownSide("n", real.nameN) : n, a }
          : { n, a: this.attack.plan.isHolder ? this.#ownSide("a", a.name) : a };
      const { document } = this.keysFor(shownTo);
      return approvalTranscript({ ...SHOWN, requestId: this.requestId, vaultId: document?.vaultId ?? "" }, { commitment, ...sides });
    };
    const wanted = (await this.attack.codes(await transcriptOf(side === "a" ? "n" : "a"))).n;
    for (let tries = 0; tries < GRIND_TRIES; tries += 1) {
      this.#nonces[side === "a" ? "n" : "a"] = nonce();
      if ((await this.attack.codes(await transcriptOf(side))).n === wanted) return;
    }
  }

  #ownSide(role: Side, name: string): ApprovalSide {
    return { name, point: this.pair.publicPoint, nonce: this.#nonces[role] };
  }

  #shownToHolder(real: Approval): Approval {
    if (!this.attack.plan.isNew) return real;
    // To grind it has to see N's key first.
    const isOffered = (this.attack.plan.grinds === undefined ? real.pubA : real.pubN) !== null;
    const own = {
      commitment: this.#commitment,
      pubN: isOffered ? b64(this.pair.publicPoint) : null,
      nonceN: isOffered ? b64(this.#nonces.n) : null,
    };
    return { ...real, ...own, proof: null, state: isOffered ? "revealed" : "waiting" };
  }

  #shownToNew(real: Approval): Approval {
    const isOffered = real.pubA !== null || this.attack.plan.isEarly;
    // The user types N's code into A only while N shows it, so that an answer before that gains nothing.
    const planted = real.answer !== null || this.attack.plan.isEarly ? this.#planted : undefined;
    const shown = { ...real, mine: true, answer: planted ?? real.answer };
    if (!this.attack.plan.isHolder) return shown;
    const own = isOffered ? { pubA: b64(this.pair.publicPoint), nonceA: b64(this.#nonces.a), nameA: real.nameA ?? "Laptop" } : {};
    return { ...shown, ...own, answer: planted ?? null, state: real.pubN !== null ? "revealed" : isOffered ? "offered" : "waiting" };
  }

  /** The server's own root, sealed to N under what N has seen. */
  async #plant() {
    const real = this.#real;
    const n = real === undefined ? undefined : sideOf(real.nameN, real.pubN, real.nonceN);
    const commitment = parseB64Of(real?.commitment, 32);
    const { document } = this.attack.vaults.own.keys;
    if (real === undefined || n === undefined || commitment === undefined || document === null) throw new Error("nothing was revealed");
    const context = { ...SHOWN, requestId: this.requestId, vaultId: document.vaultId };
    const transcript = await approvalTranscript(context, { commitment, n, a: this.#ownSide("a", real.nameA ?? "Laptop") });
    const keys = { root: this.attack.vaults.own.root, rev: 0, doc: "", seen: {} };
    return sealApproval(await this.#key(n.point, transcript), transcript, { keys });
  }

  async #key(point: Bytes, transcript: Transcript): Promise<Bytes> {
    const key = await approvalKey(this.pair.privateKey, point, { transcript, secret: new Uint8Array(0) });
    if (!key.ok) throw new Error("a device sent no point");
    return key.value;
  }
}

const nonce = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

const EMPTY: Approval = {
  requestId: "",
  state: "waiting",
  commitment: "",
  nameN: "",
  pubA: null,
  nonceA: null,
  nameA: null,
  pubN: null,
  nonceN: null,
  proof: null,
  answer: null,
  network: "203.0.113.0/24",
  createdAt: 0,
  expiresIn: 600,
  mine: false,
};

function sideOf(name: string | null, point: string | null, nonce: string | null): ApprovalSide | undefined {
  const [pointBytes, nonceBytes] = [parseB64Of(point, 65), parseB64Of(nonce, 32)];
  return name === null || pointBytes === undefined || nonceBytes === undefined ? undefined : { name, point: pointBytes, nonce: nonceBytes };
}
