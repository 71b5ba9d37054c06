/** Opens the menu of a block, which loads with its first use. */
import type { Editor } from "@tiptap/core";
import { Suspense, useEffect, useState } from "react";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { type BlockMenuRequest, provideBlockMenu } from "./open-block-menu.ts";

const BlockMenu = lazyComponent(async () => (await import("./BlockMenu.tsx")).BlockMenu, "dialog");

type BlockMenuHostProps = { readonly editor: Editor; readonly host: EditorHost | undefined };

export function BlockMenuHost({ editor, host }: BlockMenuHostProps) {
  const [request, setRequest] = useState<BlockMenuRequest>();
  useEffect(() => provideBlockMenu(editor, setRequest), [editor]);
  if (request === undefined) return null;
  const handleClose = (): void => {
    setRequest(undefined);
    request.onClose();
  };
  return (
    <Suspense>
      <BlockMenu key={request.at} editor={editor} host={host} request={request} onClose={handleClose} />
    </Suspense>
  );
}
