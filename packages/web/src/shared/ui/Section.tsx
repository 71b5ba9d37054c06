/** A section of a Settings tab: a heading, a sentence, and actions. */
import { type ReactNode, useId } from "react";
import css from "./section.module.css";

type SectionProps = { readonly title: string; readonly sentence?: string; readonly children: ReactNode };

export function Section({ title, sentence, children }: SectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {title}
      </h3>
      {sentence !== undefined && sentence !== "" && <p className={css.sentence}>{sentence}</p>}
      {children}
    </section>
  );
}
