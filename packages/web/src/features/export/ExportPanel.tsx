/** Settings: all notes as files of other programs. */
import { Section } from "../../shared/ui/Section.tsx";
import { exportsText } from "../../text/transfer/exports.ts";
import { mirrorText } from "../../text/transfer/mirror.ts";
import { ExportNotes } from "./ExportNotes.tsx";
import { MirrorFolder } from "./MirrorFolder.tsx";

const ALL = { kind: "all" } as const;

export function ExportPanel() {
  return (
    <>
      <Section title={exportsText.sectionTitle} sentence={exportsText.sentence}>
        <ExportNotes scope={ALL} />
      </Section>
      <Section title={mirrorText.title} sentence={mirrorText.sentence}>
        <MirrorFolder />
      </Section>
    </>
  );
}
