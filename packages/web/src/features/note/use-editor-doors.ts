/** What a note's editor reaches: the picture worker, the note's files, remembered choices, toasts. */
import { useMemo } from "react";
import type { EditorDoors } from "../../editor/editor-doors.ts";
import { useAttachmentDoor } from "../../shared/hooks/use-attachment-door.ts";
import { useServices } from "../../shared/services.ts";

export function useEditorDoors(note: { readonly noteId: string | null; readonly isSensitive: boolean }): EditorDoors {
  const { pictures, preferences, status } = useServices();
  const attachments = useAttachmentDoor(note);
  return useMemo(
    () => ({ pictures, attachments, preferences, tell: (message) => void status.show(message) }),
    [pictures, attachments, preferences, status],
  );
}
