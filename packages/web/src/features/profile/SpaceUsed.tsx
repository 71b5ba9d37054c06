/** Space of notes by folder. Estimates as in spec B §9. */

import type { StorageUsage } from "@satchel/core/library/usage/usage-service.ts";
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import { useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import { profileText } from "../../text/account/profile.ts";
import css from "./profile.module.css";

type Known = StorageUsage | "failed" | undefined;

export function SpaceUsed() {
  const { usage, notes } = useLibrary();
  const folders = useStore(notes.store, (state) => state.folders);
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    let isLeft = false;
    void usage().then((answer) => !isLeft && setKnown(answer.ok ? answer.value : "failed"));
    return () => {
      isLeft = true;
    };
  }, [usage]);
  const nameOf = (folderId: string | null): string => folders.find((folder) => folder.folderId === folderId)?.name ?? profileText.noFolder;
  return (
    <Section title={profileText.space} sentence={profileText.spaceSentence}>
      {known === "failed" && <p role="status">{profileText.spaceFailed}</p>}
      {typeof known === "object" && (
        <table className={css.space}>
          <tbody>
            {known.folders.map(({ folderId, notes: count, bytes }) => (
              <tr key={folderId ?? ""}>
                <th scope="row">{nameOf(folderId)}</th>
                <td>{profileText.notes(count)}</td>
                <td>{formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{profileText.total}</th>
              <td>{profileText.notes(known.notesCount)}</td>
              <td>{known.formatted}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Section>
  );
}
