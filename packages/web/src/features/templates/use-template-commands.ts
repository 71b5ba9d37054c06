/** What the dialog of templates does with the chosen one. */
import { fillTemplate } from "@satchel/core/document/templates/fill-template.ts";
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { TemplatesService } from "@satchel/core/workspace/organize/templates-service.ts";
import { activeTabOf, draftOf } from "@satchel/core/workspace/tabs/tab.ts";
import { useState } from "react";
import { dateStyle } from "../../shared/hooks/use-dates.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { type TemplatePurpose, useWorkspaceActions } from "../../shared/workspace-actions.ts";

export function useTemplateCommands(purpose: TemplatePurpose, onClose: () => void) {
  const { notes, tabs, templates, kind } = useLibrary();
  const { status, clock } = useServices();
  const { newNoteFrom } = useWorkspaceActions();
  const [busy, setBusy] = useState(false);
  const fail = (problem: NoteProblem): void =>
    void status.show({ id: "note-problem", action: "save", problem, isLocal: kind === "local" }, { subject: "templates" });
  const change = async (run: (service: TemplatesService) => Promise<Result<void, NoteProblem>>): Promise<void> => {
    const service = await templates().catch(() => undefined);
    if (service === undefined) return fail(CODE_MISSING);
    const changed = await run(service);
    if (!changed.ok) fail(changed.problem);
  };
  /** An untitled note takes the title of the template. */
  const insert = async (templateId: string, put: (html: string) => void): Promise<void> => {
    const tab = activeTabOf(tabs.store.getState());
    const own = tab === undefined ? "" : (draftOf(tab)?.title.trim() ?? "");
    const opened = await notes.open(templateId);
    if (!opened.ok) return fail(opened.problem);
    const filled = fillTemplate(opened.value, { nowMs: clock.now(), title: own === "" ? undefined : own, style: dateStyle });
    put(filled.content);
    if (tab !== undefined && own === "") tabs.editDraft(tab.id, { title: filled.title });
  };

  return {
    busy,
    choose(templateId: string | undefined): void {
      onClose();
      if (purpose.kind === "folder") void change((service) => service.setOfFolder(purpose.folderId, templateId));
      else if (templateId === undefined) return;
      else if (purpose.kind === "insert") void insert(templateId, purpose.insert);
      else newNoteFrom(templateId);
    },
    async addFirst(): Promise<void> {
      setBusy(true);
      await change(async (service) => {
        const { firstTemplatesText } = await import("../../text/notes/organize/first-templates.ts");
        return service.addFirst(firstTemplatesText.folder, firstTemplatesText.drafts);
      });
      setBusy(false);
    },
  };
}
