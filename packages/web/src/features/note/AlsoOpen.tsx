/** The user's other devices that currently show this note. Decision 0024. */
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { notesText } from "../../text/notes/notes.ts";

export function AlsoOpen({ noteId }: { readonly noteId: string }) {
  const { others } = useLibrary();
  const names = useStore(others, (state) =>
    [...new Set(state.others.flatMap((one) => (one.noteId === noteId ? [one.name] : [])))].join(", "),
  );
  return names === "" ? null : <span>{notesText.alsoOpen(names)}</span>;
}
