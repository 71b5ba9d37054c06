/** Skin tone in which people and hands are shown and inserted. */
import { SKIN_TONES, type SkinTone } from "@satchel/core/document/emoji.ts";
import { editorText } from "../../../text/editor/editor.ts";
import css from "./emoji.module.css";

const text = editorText.emoji;
const HANDS = ["✋", "✋🏻", "✋🏼", "✋🏽", "✋🏾", "✋🏿"] as const;

type ToneChoiceProps = { readonly tone: SkinTone; readonly onChange: (tone: SkinTone) => void };

export function ToneChoice({ tone, onChange }: ToneChoiceProps) {
  return (
    <select
      className={css.tone}
      aria-label={text.tone}
      title={text.tone}
      value={tone}
      onChange={(event) => onChange(Number(event.target.value) as SkinTone)}
    >
      {SKIN_TONES.map((one) => (
        <option key={one} value={one} aria-label={text.tones[one]}>
          {HANDS[one]}
        </option>
      ))}
    </select>
  );
}
