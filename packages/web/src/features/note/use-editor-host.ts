/** Host of a note's text in the editor and the read view: the image worker, untouched originals, remembered choices, toasts. */

import { readImageFormat } from "@satchel/core/document/images/image-format.ts";
import { hasTags, tagKey } from "@satchel/core/model/entities/tags/tag.ts";
import { formatDay, toCalendarDay } from "@satchel/core/model/readable/readable-values.ts";
import { useMemo } from "react";
import type { EditorHost, TagHost } from "../../shared/editor-host/editor-host.ts";
import type { OriginalImages } from "../../shared/editor-host/image-compressor.ts";
import { useAttachmentHost } from "../../shared/hooks/use-attachment-host.ts";
import { dateStyle } from "../../shared/hooks/use-dates.ts";
import { useNoteLinks } from "../../shared/hooks/use-notes.ts";
import { useChangeTags } from "../../shared/marks/tags/use-change-tags.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";

type OfNote = { readonly noteId: string | null; readonly isSensitive: boolean };

export function useEditorHost(note: OfNote): EditorHost {
  const { imageCompressor, pasteCleaner, preferences, status, clock, saveFile } = useServices();
  const originals = useOriginals(note);
  const attachments = useAttachmentHost(note);
  const noteLinks = useNoteLinks(note.noteId);
  const tags = useTagHost(note.noteId);
  const { chooseTemplate, pickDay } = useWorkspaceActions();
  const { noteId } = note;
  return useMemo(
    () => ({
      noteId,
      imageCompressor,
      pasteCleaner,
      originals,
      attachments,
      noteLinks,
      tags,
      chooseTemplate: (insert) => chooseTemplate({ kind: "insert", insert }),
      days: { today: () => toCalendarDay(clock.now(), dateStyle), pick: pickDay },
      preferences,
      saveFile,
      today: () => formatDay(clock.now(), dateStyle),
      notify: (message) => void status.show(message),
    }),
    [
      noteId,
      imageCompressor,
      pasteCleaner,
      originals,
      attachments,
      noteLinks,
      tags,
      chooseTemplate,
      pickDay,
      preferences,
      status,
      clock,
      saveFile,
    ],
  );
}

function useTagHost(noteId: string | null): TagHost | undefined {
  const { notes } = useLibrary();
  const changeTags = useChangeTags();
  return useMemo(
    () =>
      noteId === null
        ? undefined
        : {
            has: (tag) => hasTags(notes.store.getState().notesById.get(noteId)?.tagKeys, [tagKey(tag)]),
            add: (tag) => void changeTags([{ noteId, add: [tag] }]),
          },
    [notes, changeTags, noteId],
  );
}

/** Originals are attachments: sealed, uploaded beside the notes, downloaded when viewed. */
export function useOriginals({ noteId, isSensitive }: OfNote): OriginalImages {
  const { attachments } = useLibrary();
  return useMemo(
    () => ({
      async keep(file) {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const kept = await attachments.add(
          { bytes, fileName: file.name, mimeType: file.type },
          { use: "image-original", isSensitive, noteId },
        );
        return kept.ok ? kept.value.id : undefined;
      },
      async open(id) {
        const opened = await attachments.open({ id, isSensitive });
        return opened.ok ? new Blob([opened.value as Uint8Array<ArrayBuffer>], { type: readImageFormat(opened.value).type }) : undefined;
      },
    }),
    [attachments, noteId, isSensitive],
  );
}
