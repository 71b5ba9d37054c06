/** Icon of a folder in a row: a pin, a lock, or a square of its own color. Spec A §2.9 "Folder type colours". */
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { Lock, LockOpen, Pin } from "lucide-react";
import { useStore } from "../hooks/use-store.ts";
import { useLibrary } from "../services.ts";
import css from "./folder-mark.module.css";

export function FolderMark({ folder }: { readonly folder: Folder }) {
  if (folder.folderType === "PINNED") return <Pin className={css.pinned} width={18} height={18} aria-hidden />;
  if (folder.folderType === "SENSITIVE") return <SensitiveMark />;
  return (
    <span className={css.icon} aria-hidden>
      <FolderDot folder={folder} />
    </span>
  );
}

function SensitiveMark() {
  const { sensitive } = useLibrary();
  const Icon = useStore(sensitive.store, ({ kind }) => kind === "unlocked") ? LockOpen : Lock;
  return <Icon className={css.sensitive} width={18} height={18} aria-hidden />;
}

export function FolderDot({ folder }: { readonly folder: Folder }) {
  const kind = folder.folderType === "CUSTOM" ? css.square : `${css.round} ${folder.folderType === "PINNED" ? css.gold : css.red}`;
  return (
    <span className={`${css.dot} ${kind}`} style={folder.folderType === "CUSTOM" ? { background: folder.color } : undefined} aria-hidden />
  );
}
