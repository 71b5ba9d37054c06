/** What a note's editor reaches: the picture worker, remembered choices, toasts. */
import { useMemo } from "react";
import type { EditorDoors } from "../../editor/editor-doors.ts";
import { useServices } from "../../shared/services.ts";

export function useEditorDoors(): EditorDoors {
  const { pictures, preferences, status } = useServices();
  return useMemo(() => ({ pictures, preferences, tell: (message) => void status.show(message) }), [pictures, preferences, status]);
}
