/** The AI Settings tab: the user's own host, sealed before it leaves the browser. Spec B §2 "AI Settings", decision 0006 "AI". */

import type { AiState } from "@satchel/core/ai/ai-service-types.ts";
import { isAiUrl } from "@satchel/core/model/ai/ai-config.ts";
import { useEffect } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useForm } from "../../shared/hooks/use-form.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { aiSettingsText as text } from "../../text/editor/ai.ts";
import css from "./ai.module.css";

export function AiSettingsPanel() {
  const { ai } = useServices();
  const state = useStore(ai.store, (now) => now);
  useEffect(() => void ai.read(), [ai]);
  if (state.phase === "failed") {
    return (
      <p className={css.problem} role="alert">
        {text.loadFailed}
      </p>
    );
  }
  return state.phase === "ready" ? <AiForm state={state} /> : <Skeleton />;
}

function Skeleton() {
  return (
    <div className={css.form} role="status" aria-label={text.loading}>
      {[1, 2, 3].map((row) => (
        <span key={row} className={css.skeleton} />
      ))}
    </div>
  );
}

function AiForm({ state: { config, operator } }: { readonly state: AiState }) {
  const { ai, status } = useServices();
  const form = useForm({
    initial: config,
    check: ({ aiUrl }): { readonly aiUrl?: string } => (aiUrl.trim() === "" || isAiUrl(aiUrl) ? {} : { aiUrl: text.urlProblem }),
    async submit(values) {
      const saved = await ai.save({
        aiUrl: values.aiUrl.trim(),
        aiToken: values.aiToken.trim(),
        aiModel: values.aiModel.trim(),
        isBearer: values.isBearer,
      });
      status.show({ id: saved.ok ? "ai-config-saved" : "ai-config-not-saved" }, { subject: "ai-config" });
      return undefined;
    },
  });
  return (
    <form className={css.form} onSubmit={(event) => void form.handleSubmit(event)} noValidate>
      <p className={css.aside}>{text.optional}</p>
      <TextField
        {...form.field("aiUrl")}
        label={text.url}
        type="url"
        inputMode="url"
        hint={text.urlHint}
        placeholder={text.urlPlaceholder}
        autoComplete="off"
      />
      <PasswordField {...form.field("aiToken")} label={text.token} autoComplete="off" />
      <Checkbox isSelected={form.values.isBearer} onChange={(isBearer) => form.change("isBearer", isBearer)}>
        {text.bearer}
      </Checkbox>
      <TextField {...form.field("aiModel")} label={text.model} placeholder={text.modelPlaceholder} autoComplete="off" spellCheck="false" />
      <p className={css.aside}>{operator === null ? text.noDefaults : text.defaults(operator.host, operator.model)}</p>
      <div>
        <Button label={form.busy ? text.saving : text.save} type="submit" tone="primary" busy={form.busy} />
      </div>
    </form>
  );
}
