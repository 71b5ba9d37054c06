/** Settings: all notes as files of other programs. */
import { Section } from "../../shared/ui/Section.tsx";
import { exportsText } from "../../text/exports.ts";
import { ExportNotes } from "./ExportNotes.tsx";

const ALL = { kind: "all" } as const;

export function ExportPanel() {
  return (
    <Section title={exportsText.sectionTitle} sentence={exportsText.sentence}>
      <ExportNotes scope={ALL} />
    </Section>
  );
}
