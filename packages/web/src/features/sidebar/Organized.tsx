/** The parts of the sidebar that appear with their first use. */
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Days } from "./Days.tsx";
import { SavedSearches } from "./SavedSearches.tsx";
import { TagTree } from "./TagTree.tsx";

export function Organized({ onChoose }: { readonly onChoose: () => void }) {
  const { store } = useLibrary().notes;
  const hasSearches = useStore(store, ({ searches }) => searches.length > 0);
  const hasDays = useStore(store, ({ notes }) => notes.some(({ day }) => day !== undefined));
  const hasTags = useStore(store, ({ notes }) => notes.some(({ tags }) => tags !== undefined));
  return (
    <>
      {hasSearches && <SavedSearches onChoose={onChoose} />}
      {hasDays && <Days onChoose={onChoose} />}
      {hasTags && <TagTree onChoose={onChoose} />}
    </>
  );
}
