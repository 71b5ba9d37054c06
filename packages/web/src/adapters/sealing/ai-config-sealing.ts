/** Seals and opens the user's own AI host, under the vault's current key. Port: core/ports/ai.ts. */
import type { SealedAiConfig } from "@satchel/contract/ai.ts";
import { type AiConfig, parseAiConfig } from "@satchel/core/model/ai/ai-config.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { AiSealing } from "@satchel/core/ports/ai.ts";
import { openEnvelope, sealEnvelope } from "@satchel/crypto/envelope.ts";
import type { HeldKeys } from "./held-keys.ts";

/** There is one for each account. */
const ID = "ai-config";

export class AiConfigSealing implements AiSealing {
  constructor(private readonly held: HeldKeys) {}

  async sealAiConfig(config: AiConfig) {
    const { ring } = this.held;
    return ring === undefined ? failed("locked" as const) : sealEnvelope(ring.current, "ai", { id: ID, ...config });
  }

  async openAiConfig(sealed: NonNullable<SealedAiConfig>) {
    const { ring } = this.held;
    const opened = ring === undefined ? undefined : await openEnvelope(ring, "ai", ID, sealed);
    return opened?.ok ? parseAiConfig(opened.value) : undefined;
  }
}
