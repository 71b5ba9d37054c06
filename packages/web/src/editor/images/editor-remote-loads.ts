/** Remote images in the editor: finds them in the document and replaces them in one undo step. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import { loadRemoteImage } from "./load-remote-image.ts";
import { createRemoteLoads, type LoadedImage, type RemoteLoads } from "./remote-loads.ts";

const ofEditor = new WeakMap<Editor, RemoteLoads>();
/** Cached per document, which is immutable: several images ask for the list. */
const found = new WeakMap<Node, readonly string[]>();

/** Returns undefined if nothing can be loaded. */
export function remoteLoadsOf(editor: Editor, host: FindHost): RemoteLoads | undefined {
  const open = host();
  if (open === undefined) return undefined;
  const known = ofEditor.get(editor);
  if (known !== undefined) return known;
  const loads = createRemoteLoads({
    load: (address, onProgress, signal) => loadRemoteImage(host() ?? open, { address, onProgress, signal }),
    addresses: () => remoteAddresses(editor.state.doc),
    apply: (loaded) => applyLoaded(editor, loaded),
  });
  ofEditor.set(editor, loads);
  return loads;
}

function remoteAddresses(doc: Node): readonly string[] {
  const known = found.get(doc);
  if (known !== undefined) return known;
  const addresses: string[] = [];
  doc.descendants((node) => {
    if (isRemote(node)) addresses.push(String(node.attrs.remoteSrc));
  });
  found.set(doc, addresses);
  return addresses;
}

export function isRemote({ type, attrs }: Node): boolean {
  return type.name === "image" && attrs.src === null && typeof attrs.remoteSrc === "string";
}

function applyLoaded(editor: Editor, loaded: ReadonlyMap<string, LoadedImage>): void {
  if (editor.isDestroyed) return;
  const { tr: transaction, doc } = editor.state;
  doc.descendants((node, at) => {
    const image = isRemote(node) ? loaded.get(String(node.attrs.remoteSrc)) : undefined;
    if (image !== undefined) transaction.setNodeMarkup(at, undefined, withImage(node.attrs, image));
  });
  if (transaction.docChanged) editor.view.dispatch(transaction);
}

/** Keeps the size that the original page had set. */
function withImage(attrs: Node["attrs"], { src, originalId, width, height }: LoadedImage): Node["attrs"] {
  const size = attrs.width === null && attrs.height === null ? { width, height } : {};
  return { ...attrs, ...size, src, originalId, remoteSrc: null };
}
