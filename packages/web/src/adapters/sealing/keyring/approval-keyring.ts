/** The two devices of an approval: what each draws, keeps, checks and seals. Port: core/ports/sealing/approval-keys.ts. encryption.md 3.5 (6). */
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import type { VersionVector } from "@satchel/core/model/entities/version-vector.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type {
  ApprovalKeys,
  ApprovalParties,
  ScannedCode,
  SealedAnswer,
  SealingGround,
  ShownSide,
} from "@satchel/core/ports/sealing/approval-keys.ts";
import { parseApprovalCode } from "@satchel/core/vault/approval/approval-code.ts";
import { type Bytes, b64, parseB64Of, wipe } from "@satchel/crypto/primitives/bytes.ts";
import { generatePair, type KeyPair, POINT_BYTES, systemRandom } from "@satchel/crypto/primitives/key-pair.ts";
import { KEY_BYTES } from "@satchel/crypto/primitives/primitives.ts";
import {
  type ApprovalSide,
  type ApprovedKeys,
  approvalCodes,
  approvalCommitment,
  approvalFingerprint,
  approvalKey,
  approvalProof,
  approvalTranscript,
  CODE_A_CHARS,
  CODE_N_CHARS,
  NONCE_BYTES,
  openApproval,
  QR_SECRET_BYTES,
  sealApproval,
  type Transcript,
} from "@satchel/crypto/vault/approval.ts";
import { digestOfDocument, isBound } from "@satchel/crypto/vault/bound-document.ts";
import { type KeyDocument, parseAccountKeys } from "@satchel/crypto/vault/key-document.ts";
import { isRootOf } from "@satchel/crypto/vault/vault.ts";
import { guarded } from "../../indexed-db/databases/idb-problems.ts";
import { rootOf } from "../documents/device-rows.ts";
import { isVouchedFor } from "../documents/key-documents.ts";
import type { DeviceRow, KeyStore } from "../documents/key-rows.ts";
import type { Agreed, HeldOffer, HeldRequest } from "../held/held-approval.ts";
import type { HeldKeys } from "../held/held-keys.ts";

const NO_SECRET = new Uint8Array(0);
const EXCHANGED = failed({ kind: "exchanged" } as const);
const NOT_HELD = failed({ kind: "not-held" } as const);

export class ApprovalKeyring implements ApprovalKeys {
  constructor(
    private readonly keys: KeyStore,
    private readonly held: HeldKeys,
  ) {}

  async beginApproval(name: string): Promise<ScannedCode> {
    this.held.approvals.dropRequest();
    const mine = await drawSide(name);
    const commitment = await approvalCommitment(mine.own);
    this.held.approvals.request = { ...mine, commitment };
    return { fingerprint: b64(commitment), secret: b64(mine.secret) };
  }

  async revealApproval({ vaultId, ...parties }: ApprovalParties & { readonly vaultId: string }, holder: ShownSide) {
    const { request } = this.held.approvals;
    const a = parseSide(holder);
    if (request === undefined || a === undefined) return this.#refuseRequest();
    const { own, commitment } = request;
    const transcript = await approvalTranscript({ ...parties, vaultId }, { commitment, n: own, a });
    const isRepeated = request.agreed === undefined || b64(request.agreed.transcript.bytes) === b64(transcript.bytes);
    if (!isRepeated || b64(a.point) === b64(own.point)) return this.#refuseRequest();
    request.agreed ??= { point: a.point, transcript, vaultId, holder: a };
    return ok({ shown: toShown(own), code: (await this.#codesOf(transcript)).n });
  }

  async proveApproval({ fingerprint, secret }: ScannedCode) {
    const { request } = this.held.approvals;
    const bytes = parseB64Of(secret, QR_SECRET_BYTES);
    if (request?.agreed === undefined || bytes === undefined) return this.#refuseRequest();
    if (b64(await approvalFingerprint(request.agreed.holder)) !== fingerprint) return this.#refuseRequest();
    const key = await keyOf(request, request.agreed, bytes);
    if (key === undefined) return this.#refuseRequest();
    request.scanned = bytes;
    const proof = await approvalProof(key);
    wipe(key);
    return ok(proof);
  }

  async openApproval(value: AccountKeys, answer: SealedAnswer) {
    const { request } = this.held.approvals;
    const keys = parseAccountKeys(value);
    if (request?.agreed === undefined || !keys.ok) return this.#refuseAnswer("damaged");
    const { document } = keys.value;
    if (document?.vaultId !== request.agreed.vaultId) return this.#refuseAnswer("other-vault");
    const opened = await openWith(request, request.agreed, answer);
    if (opened === undefined) return this.#refuseAnswer("damaged");
    if (!(await isVouchedForBy(opened.keys, document))) {
      wipe(opened.keys.root);
      return this.#refuseAnswer("damaged");
    }
    request.opened = { vaultId: document.vaultId, also: document.also, root: opened.keys.root };
    if (opened.isProven) this.#prepareOpened(request);
    return ok({ isProven: opened.isProven, seen: opened.keys.seen });
  }

  async acceptApproval(typed: string): Promise<boolean> {
    const { request } = this.held.approvals;
    if (request?.agreed === undefined || request.opened === undefined) return false;
    const code = parseApprovalCode(typed, CODE_A_CHARS);
    const isRight = code !== undefined && code === (await this.#codesOf(request.agreed.transcript)).a;
    if (isRight) this.#prepareOpened(request);
    this.held.approvals.dropRequest();
    return isRight;
  }

  async offerApproval(parties: ApprovalParties, asked: { readonly commitment: string; readonly name: string }, name: string) {
    this.held.approvals.dropOffer();
    const commitment = parseB64Of(asked.commitment, KEY_BYTES);
    const row = await this.#currentRow();
    if (row === undefined || commitment === undefined) return NOT_HELD;
    const mine = await drawSide(name);
    this.held.approvals.offer = { ...mine, commitment, freshName: asked.name, context: { ...parties, vaultId: row.vaultId } };
    const fingerprint = b64(await approvalFingerprint(mine.own));
    return ok({ shown: toShown(mine.own), code: { fingerprint, secret: b64(mine.secret) } });
  }

  async scanApproval({ fingerprint, secret }: ScannedCode) {
    const { offer } = this.held.approvals;
    const bytes = parseB64Of(secret, QR_SECRET_BYTES);
    if (offer === undefined || bytes === undefined || b64(offer.commitment) !== fingerprint) return this.#refuseOffer(EXCHANGED);
    offer.scanned = bytes;
    return ok(undefined);
  }

  async checkReveal(fresh: Omit<ShownSide, "name">) {
    const { offer } = this.held.approvals;
    const n = offer === undefined ? undefined : parseSide({ ...fresh, name: offer.freshName });
    if (offer === undefined || n === undefined || b64(n.point) === b64(offer.own.point)) return this.#refuseOffer(EXCHANGED);
    if (b64(await approvalCommitment(n)) !== b64(offer.commitment)) return this.#refuseOffer(EXCHANGED);
    const transcript = await approvalTranscript(offer.context, { commitment: offer.commitment, n, a: offer.own });
    offer.agreed ??= { point: n.point, transcript };
    return b64(offer.agreed.point) === b64(n.point) ? ok(undefined) : this.#refuseOffer(EXCHANGED);
  }

  async sealApproval(ground: SealingGround, seen: VersionVector) {
    const { offer } = this.held.approvals;
    if (offer?.agreed === undefined) return this.#refuseOffer(failed({ kind: "begin-again" } as const));
    // One try: whatever comes of it, this offer is used up.
    this.held.approvals.offer = undefined;
    const codes = await this.#codesOf(offer.agreed.transcript);
    const secret = await secretFor(ground, offer, codes.n);
    if (secret === undefined) return ground.kind === "code" ? failed({ kind: "code-wrong" } as const) : EXCHANGED;
    const row = await this.#currentRow();
    const root = row === undefined ? undefined : await rootOf(row);
    if (row === undefined || root === undefined || row.vaultId !== offer.context.vaultId) return NOT_HELD;
    const key = await keyOf(offer, offer.agreed, secret);
    if (key === undefined) return EXCHANGED;
    const { document } = row;
    const keys = { root, rev: document?.rev ?? 0, doc: document === undefined ? "" : await digestOfDocument(document), seen };
    const answer = await sealApproval(key, offer.agreed.transcript, { keys });
    wipe(root, key, offer.secret);
    return ok({ answer, ...(ground.kind === "code" ? { code: codes.a } : {}) });
  }

  async endApproval(side: "n" | "a"): Promise<void> {
    if (side === "n") this.held.approvals.dropRequest();
    else this.held.approvals.dropOffer();
  }

  #codesOf(transcript: Transcript): Promise<{ readonly n: string; readonly a: string }> {
    return (this.held.options.approvalCodes ?? approvalCodes)(transcript);
  }

  /** The row of the vault that is open here; a locked device approves no one. */
  async #currentRow(): Promise<DeviceRow | undefined> {
    const rows = await guarded(() => this.keys.read());
    return rows.ok && this.held.ring !== undefined ? rows.value.current : undefined;
  }

  #prepareOpened(request: HeldRequest): void {
    if (request.opened === undefined) return;
    this.held.prepare(request.opened);
    delete request.opened;
    this.held.approvals.dropRequest();
  }

  #refuseRequest() {
    this.held.approvals.dropRequest();
    return EXCHANGED;
  }

  #refuseAnswer<Kind extends "damaged" | "other-vault">(kind: Kind) {
    this.held.approvals.dropRequest();
    return failed({ kind });
  }

  #refuseOffer<Refusal>(refusal: Refusal): Refusal {
    this.held.approvals.dropOffer();
    return refusal;
  }
}

async function drawSide(name: string): Promise<{ readonly pair: KeyPair; readonly own: ApprovalSide; readonly secret: Bytes }> {
  const pair = await generatePair();
  const own = { name, point: pair.publicPoint, nonce: systemRandom.bytes(NONCE_BYTES) };
  return { pair, own, secret: systemRandom.bytes(QR_SECRET_BYTES) };
}

function toShown({ name, point, nonce }: ApprovalSide): ShownSide {
  return { name, point: b64(point), nonce: b64(nonce) };
}

function parseSide({ name, point, nonce }: ShownSide): ApprovalSide | undefined {
  const [pointBytes, nonceBytes] = [parseB64Of(point, POINT_BYTES), parseB64Of(nonce, NONCE_BYTES)];
  return pointBytes === undefined || nonceBytes === undefined ? undefined : { name, point: pointBytes, nonce: nonceBytes };
}

/** `undefined` if the other side's bytes are not a point of the curve. */
async function keyOf({ pair }: { readonly pair: KeyPair }, { point, transcript }: Agreed, secret: Bytes): Promise<Bytes | undefined> {
  const key = await approvalKey(pair.privateKey, point, { transcript, secret });
  return key.ok ? key.value : undefined;
}

/** The secret that the answer is sealed with besides the two keys. `undefined` if the ground does not hold. */
async function secretFor(ground: SealingGround, offer: HeldOffer, codeN: string): Promise<Bytes | undefined> {
  if (ground.kind === "scanned") return offer.scanned;
  if (ground.kind === "code") return parseApprovalCode(ground.code, CODE_N_CHARS) === codeN ? NO_SECRET : undefined;
  const key = offer.agreed === undefined ? undefined : await keyOf(offer, offer.agreed, offer.secret);
  const isProven = key !== undefined && (await approvalProof(key)) === ground.proof;
  if (key !== undefined) wipe(key);
  return isProven ? offer.secret : undefined;
}

/** Tries the secret of this device's own code, the one of the code that it scanned, and none. Only the first two prove who sealed the answer. */
async function openWith(
  request: HeldRequest,
  agreed: Agreed,
  answer: SealedAnswer,
): Promise<{ readonly keys: ApprovedKeys; readonly isProven: boolean } | undefined> {
  for (const secret of [request.secret, request.scanned, NO_SECRET]) {
    const key = secret === undefined ? undefined : await keyOf(request, agreed, secret);
    const opened = key === undefined ? undefined : await openApproval(key, agreed.transcript, answer);
    if (key !== undefined) wipe(key);
    if (opened?.ok) return { keys: opened.value, isProven: secret !== NO_SECRET };
  }
  return undefined;
}

/** The document is the one that A has seen, or a later one that a holder of the root wrote. */
async function isVouchedForBy({ root, rev, doc }: ApprovedKeys, document: KeyDocument): Promise<boolean> {
  if (!(await isRootOf(document, root)) || !(await isVouchedFor(document, root, undefined))) return false;
  if (rev === 0) return true;
  if (document.rev === rev) return doc === (await digestOfDocument(document));
  return document.rev > rev && (await isBound(root, "boundDocument", document));
}
