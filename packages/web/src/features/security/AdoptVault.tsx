/** Recovers the notes of a vault that was left behind, or of another vault of the same user. encryption.md 3.5 (5). */

import type { Result } from "@satchel/core/model/result.ts";
import type { AccountProblem } from "@satchel/core/vault/account/account-service-types.ts";
import type { OtherVaultMethod } from "@satchel/core/vault/account/adopting-service.ts";
import type { Adopted } from "@satchel/core/vault/account/security-service-types.ts";
import { useState } from "react";
import { PasswordQuestion } from "../../shared/forms/PasswordQuestion.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { securityText } from "../../text/account/security.ts";
import { AdoptSensitive } from "./AdoptSensitive.tsx";
import css from "./security.module.css";

/** Length of a recovery key; other lengths are taken for a password. */
const KEY_CHARS = 36;

type Shown = { readonly method: OtherVaultMethod; readonly copies: readonly Uint8Array[] };
type Asked = Promise<Result<Adopted & Shown, AccountProblem>>;
type Stage = { readonly kind: "idle" | "asking" | "done" } | { readonly kind: "sensitive"; readonly shown: Shown };

export function AdoptVault() {
  const { security } = useServices();
  const { sync, keyCopies } = useLibrary();
  const [stage, setStage] = useState<Stage>({ kind: "idle" });
  const ask = async (typed: string): Asked => {
    const isKey = typed.replace(/[^\p{L}\p{N}]/gu, "").length === KEY_CHARS;
    const method: OtherVaultMethod = isKey ? { kind: "recovery-key", text: typed } : { kind: "password", password: typed };
    const copies = isKey ? await keyCopies() : [];
    const adopted = await security.adopt(method, copies);
    return adopted.ok ? { ok: true, value: { ...adopted.value, method, copies } } : adopted;
  };
  const handleDone = ({ sensitiveFolders, ...shown }: Adopted & Shown): void => {
    setStage(sensitiveFolders > 0 ? { kind: "sensitive", shown } : { kind: "done" });
    void sync.syncNow();
  };
  return (
    <Section title={securityText.adoptTitle} sentence={securityText.adoptSentence}>
      <StageContent stage={stage} ask={ask} onAdopted={handleDone} onStage={setStage} />
    </Section>
  );
}

type StageProps = {
  readonly stage: Stage;
  readonly ask: (typed: string) => Asked;
  readonly onAdopted: (adopted: Adopted & Shown) => void;
  readonly onStage: (stage: Stage) => void;
};

function StageContent({ stage, ask, onAdopted, onStage }: StageProps) {
  switch (stage.kind) {
    case "asking":
      return (
        <PasswordQuestion
          label={securityText.adoptBy}
          confirm={securityText.adopt}
          ask={ask}
          onDone={onAdopted}
          onCancel={() => onStage({ kind: "idle" })}
        />
      );
    case "sensitive":
      return <AdoptSensitive {...stage.shown} onDone={() => onStage({ kind: "done" })} />;
    default:
      return (
        <>
          {stage.kind === "done" && (
            <p className={css.success} role="status">
              {securityText.adopted}
            </p>
          )}
          <div className={css.buttons}>
            <Button label={securityText.adopt} onPress={() => onStage({ kind: "asking" })} />
          </div>
        </>
      );
  }
}
