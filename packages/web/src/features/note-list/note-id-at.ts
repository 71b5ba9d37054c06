/** The note whose row something happened in. */
export function noteIdAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-note-id]")?.dataset.noteId : undefined;
}
