/** Whether what came out of an inner envelope is a note's text; what is not counts as damaged. Pure. encryption.md 3.3. */
import { areTexts, isAttachment, isFields, isListOf } from "../../model/entities/parse-entity.ts";
import type { SealedText } from "../../model/entities/sealed-texts.ts";

export function parseSealedText(value: unknown): SealedText | undefined {
  if (!isFields(value) || !areTexts(value.title, value.content) || !isListOf(value.attachments, isAttachment)) return undefined;
  const { title, content, attachments } = value as unknown as SealedText;
  return { title, content, attachments };
}
