/** Half surrogate pairs cannot be written as UTF-8: two devices would hold different bytes. They become U+FFFD, as encoders do. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
