/** Progress of loading remote images in the editor. */
import type { Editor } from "@tiptap/core";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { remoteLoadsOf } from "../editor-remote-loads.ts";
import { RemoteProgress } from "./RemoteProgress.tsx";

export function EditorRemoteProgress({ editor, host }: { readonly editor: Editor; readonly host: EditorHost | undefined }) {
  return <RemoteProgress loads={remoteLoadsOf(editor, () => host)} />;
}
