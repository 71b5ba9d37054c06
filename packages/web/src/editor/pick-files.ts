/** The browser's file picker, opened by a key or a click. Spec A §5 "Image picker". */
export function pickFiles(accept: string, take: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = accept;
  input.addEventListener("change", () => take([...(input.files ?? [])]));
  input.click();
}
