/** The two devices of an approval: pairs, the code both show, and the root sealed from one to the other. encryption.md 3.5 (6). */
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ApprovalRequest, SealedAnswer } from "@satchel/core/ports/sealing/key-changes.ts";
import { b64, parseB64Of, wipe } from "@satchel/crypto/primitives/bytes.ts";
import { generatePair, POINT_BYTES } from "@satchel/crypto/primitives/key-pair.ts";
import { sha256 } from "@satchel/crypto/primitives/primitives.ts";
import { approvalCode, openApproval, sealApproval } from "@satchel/crypto/vault/approval.ts";
import { parseAccountKeys } from "@satchel/crypto/vault/key-document.ts";
import { isRootOf } from "@satchel/crypto/vault/vault.ts";
import { guarded } from "../../indexed-db/databases/idb-problems.ts";
import { rootOf } from "../documents/device-rows.ts";
import { isVouchedFor } from "../documents/key-documents.ts";
import type { KeyStore } from "../documents/key-rows.ts";
import type { HeldKeys } from "../held/held-keys.ts";

export class ApprovalKeyring {
  constructor(
    private readonly keys: KeyStore,
    private readonly held: HeldKeys,
  ) {}

  async beginApproval(): Promise<string> {
    this.held.approvalPair = await generatePair();
    return b64(await sha256(this.held.approvalPair.publicPoint));
  }

  async revealApproval(): Promise<string | undefined> {
    const pair = this.held.approvalPair;
    return pair === undefined ? undefined : b64(pair.publicPoint);
  }

  /** A root that the document does not vouch for is refused, no matter who sealed it. The pair served once. */
  async openWithApproval(value: AccountKeys, requestId: string, answer: SealedAnswer): Promise<Result<void, { readonly kind: "damaged" }>> {
    this.held.prepare(undefined);
    const pair = this.held.approvalPair;
    const keys = parseAccountKeys(value);
    if (pair === undefined || !keys.ok || keys.value.document === null) return failed({ kind: "damaged" });
    const { vaultId, also } = keys.value.document;
    const root = await openApproval(pair, { vaultId, requestId }, answer);
    if (!root.ok || !(await isRootOf(keys.value.document, root.value)) || !(await isVouchedFor(keys.value.document, root.value, undefined)))
      return failed({ kind: "damaged" });
    this.held.approvalPair = undefined;
    this.held.prepare({ vaultId, also, root: root.value });
    return ok(undefined);
  }

  async offerApproval(): Promise<string> {
    this.held.approvalPair = await generatePair();
    return b64(this.held.approvalPair.publicPoint);
  }

  async approvalCode({ requestId, pubHash, pubN, pubA }: ApprovalRequest): Promise<string | undefined> {
    const point = parseB64Of(pubN, POINT_BYTES);
    if (point === undefined || b64(await sha256(point)) !== pubHash) return undefined;
    return approvalCode(requestId, pubN, pubA);
  }

  /** Only for the key that was promised, and whose code the user has compared: the caller sees to the latter. */
  async sealApproval(
    request: ApprovalRequest,
  ): Promise<Result<SealedAnswer, { readonly kind: "not-held" } | { readonly kind: "damaged" }>> {
    const point = parseB64Of(request.pubN, POINT_BYTES);
    if (point === undefined || (await this.approvalCode(request)) === undefined) return failed({ kind: "damaged" });
    const rows = await guarded(() => this.keys.read());
    const row = rows.ok ? rows.value.current : undefined;
    const root = row === undefined || this.held.ring === undefined ? undefined : await rootOf(row);
    if (row === undefined || root === undefined) return failed({ kind: "not-held" });
    const answer = await sealApproval(point, { vaultId: row.vaultId, requestId: request.requestId }, { root });
    wipe(root);
    return answer.ok ? ok(answer.value) : failed({ kind: "damaged" });
  }
}
