/**
 * Whether what came out of an inner envelope is a note's text; what is not counts as damaged. Fields that are beside the envelope are not taken from
 * inside it; those of later versions are, whose bounds are checked where the envelope is opened. Pure. encryption.md 3.3, decision 0022.
 */
import { areTexts, isAttachment, isFields, isListOf } from "../../model/entities/record-values.ts";
import type { SealedText } from "../../model/entities/sealed-texts.ts";
import { unknownFieldsOf } from "../../model/entities/unknown-fields.ts";

export function parseSealedText(value: unknown): SealedText | undefined {
  if (!isFields(value) || !areTexts(value.title, value.content) || !isListOf(value.attachments, isAttachment)) return undefined;
  const { title, content, attachments } = value as unknown as SealedText;
  const known: Required<SealedText> = { title, content, attachments };
  return { ...known, ...unknownFieldsOf(value) };
}
