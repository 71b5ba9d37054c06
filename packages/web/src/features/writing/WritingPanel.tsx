/** Settings, Writing: how notes are saved. decision 0042. */

import { SelectField } from "../../shared/forms/SelectField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import { writingText } from "../../text/editor/writing.ts";

const CHOICES = (["automatically", "with-button"] as const).map((value) => ({ value, name: writingText.choices[value] }));

export function WritingPanel() {
  const service = useServices().saving;
  const saving = useStore(service.store, (state) => state.saving);
  return (
    <Section title={writingText.notes}>
      <SelectField label={writingText.saving} value={saving} options={CHOICES} hint={writingText.hints[saving]} onChange={service.choose} />
    </Section>
  );
}
