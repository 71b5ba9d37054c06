/** All tags of the open library, with counts. One index for each library, shared by everything that shows tags. */
import { TagIndex, type TagList } from "@satchel/core/library/tags/tag-index.ts";
import { useStore } from "../../hooks/use-store.ts";
import { type Library, useLibrary } from "../../services.ts";

const indexes = new WeakMap<Library["notes"], TagIndex>();

export function useTagList(): TagList {
  const { notes } = useLibrary();
  return useStore(notes.store, (state) => indexOf(notes).read(state.notes));
}

function indexOf(notes: Library["notes"]): TagIndex {
  const index = indexes.get(notes) ?? new TagIndex();
  indexes.set(notes, index);
  return index;
}
