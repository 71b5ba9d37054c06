/** Settings, Writing: the theme, and this device's typography of notes. */
import { FONTS, LINE_WIDTHS, TEXT_SIZES } from "@satchel/core/workspace/appearance/appearance-service.ts";
import { THEMES } from "@satchel/core/workspace/theme/theme-service.ts";
import { SelectField } from "../../shared/forms/SelectField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import { appearanceText as text } from "../../text/editor/appearance.ts";
import css from "./appearance.module.css";

function optionsOf<Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) {
  return values.map((value) => ({ value, name: names[value] }));
}

const SYSTEM = "system";
const THEME_CHOICES = [SYSTEM, ...THEMES] as const;

export function AppearancePanel() {
  const { theme, appearance } = useServices();
  const chosen = useStore(theme.store, (state) => state.chosen);
  const { font, size, width } = useStore(appearance.store, (all) => all);
  return (
    <>
      <Section title={text.notes}>
        <div className={css.fields}>
          <SelectField
            label={text.font}
            value={font}
            options={optionsOf(FONTS, text.fonts)}
            onChange={(value) => appearance.choose({ font: value })}
          />
          <SelectField
            label={text.size}
            value={size}
            options={optionsOf(TEXT_SIZES, text.sizes)}
            onChange={(value) => appearance.choose({ size: value })}
          />
          <SelectField
            label={text.width}
            value={width}
            options={optionsOf(LINE_WIDTHS, text.widths)}
            onChange={(value) => appearance.choose({ width: value })}
          />
        </div>
        <p className={css.sample}>{text.sample}</p>
      </Section>
      <Section title={text.app}>
        <div className={css.fields}>
          <SelectField
            label={text.theme}
            value={chosen ?? SYSTEM}
            options={optionsOf(THEME_CHOICES, text.themes)}
            onChange={(value) => theme.choose(value === SYSTEM ? undefined : value)}
          />
        </div>
      </Section>
    </>
  );
}
