/** Bringing back the notes of a vault that was left behind, or of another one of the same person. encryption.md 3.5 (5). */
import { useState } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { securityText } from "../../text/security.ts";
import { PasswordQuestion } from "./PasswordQuestion.tsx";
import { Section } from "./Section.tsx";
import css from "./security.module.css";

/** Shorter than any recovery key: then it is taken for a password. */
const KEY_CHARS = 36;

export function AdoptVault() {
  const { security } = useServices();
  const { sync, keyCopies } = useLibrary();
  const [stage, setStage] = useState<"idle" | "asking" | "done">("idle");
  const ask = async (typed: string) => {
    const isKey = typed.replace(/[^\p{L}\p{N}]/gu, "").length === KEY_CHARS;
    const copies = isKey ? await keyCopies() : [];
    return security.adopt(isKey ? { kind: "recovery-key", text: typed } : { kind: "password", password: typed }, copies);
  };
  const handleDone = (): void => {
    setStage("done");
    void sync.syncNow();
  };
  return (
    <Section title={securityText.adoptTitle} sentence={securityText.adoptSentence}>
      {stage === "done" && (
        <p className={css.success} role="status">
          {securityText.adopted}
        </p>
      )}
      {stage === "asking" ? (
        <PasswordQuestion
          label={securityText.adoptBy}
          confirm={securityText.adopt}
          ask={ask}
          onDone={handleDone}
          onCancel={() => setStage("idle")}
        />
      ) : (
        <div className={css.buttons}>
          <Button onPress={() => setStage("asking")}>{securityText.adopt}</Button>
        </div>
      )}
    </Section>
  );
}
