/** Placeholder of a remote image: name, link, load buttons. Loading it unasked would reveal the reader. Decisions 0007, 0032. */
import { webAddress } from "@satchel/core/document/html/attribute-values.ts";
import { editorText } from "../../text/editor/editor.ts";
import { remoteImageProblemText } from "../../text/editor/remote-images.ts";
import type { RemoteLoads } from "./remote-loads.ts";

const text = editorText.remote;

/** Returns undefined for an image whose bytes are in the note. */
export function createRemoteImage(src: string | null, remoteSrc: string | null, alt: string | null): HTMLElement | undefined {
  const address = webAddress.normalise(remoteSrc ?? "");
  if (src !== null || address === undefined) return undefined;
  const link = document.createElement("a");
  link.className = "image-elsewhere";
  link.setAttribute("href", address);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
  link.textContent = editorText.remoteImage(alt ?? "", hostOf(address));
  const frame = document.createElement("span");
  frame.className = "remote-image";
  frame.dataset.address = address;
  frame.append(link);
  return frame;
}

/** Adds load buttons and the progress. Returns a function that ends this. */
export function offerToLoad(frame: HTMLElement, loads: RemoteLoads): () => void {
  const { address = "" } = frame.dataset;
  const name = frame.querySelector("a")?.textContent ?? "";
  const tools = document.createElement("span");
  tools.className = "remote-image-tools";
  tools.contentEditable = "false";
  const state = document.createElement("span");
  state.setAttribute("role", "status");
  const one = createButton(text.load, text.loadOf(name), () => loads.load(address));
  const all = createButton("", "", () => loads.loadAll());
  tools.append(one, all, state);
  frame.append(tools);
  const show = (): void => {
    const current = loads.stateOf(address);
    const count = loads.count();
    const isLoading = current?.kind === "loading";
    state.textContent =
      current === undefined ? "" : isLoading ? text.loading(Math.round(current.share * 100)) : remoteImageProblemText(current.problem);
    state.classList.toggle("remote-image-problem", current?.kind === "failed");
    one.textContent = current?.kind === "failed" ? text.retry : text.load;
    one.hidden = isLoading;
    all.textContent = text.loadAll(count);
    all.hidden = isLoading || count < 2;
  };
  show();
  const stop = loads.onChange(show);
  return () => {
    stop();
    tools.remove();
  };
}

function createButton(label: string, name: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  if (name !== "") button.setAttribute("aria-label", name);
  // Prevents mousedown from taking the selection out of the text.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    onPress();
  });
  return button;
}

function hostOf(address: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/.exec(address)?.[1] ?? "";
}

/** Frame around an image of the read view; an image without one gets it. */
export function frameOf(image: Element): HTMLElement {
  const { parentElement } = image;
  if (parentElement?.className === "image-frame") return parentElement;
  const frame = document.createElement("span");
  frame.className = "image-frame";
  image.replaceWith(frame);
  frame.append(image);
  return frame;
}

/** Shows the caption below an image of the read view. */
export function showCaption(image: HTMLElement): void {
  const caption = image.getAttribute("data-caption") ?? "";
  if (caption === "") return;
  const shown = document.createElement("span");
  shown.className = "image-caption";
  shown.textContent = caption;
  frameOf(image).append(shown);
}
