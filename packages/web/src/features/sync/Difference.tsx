/** Two texts side by side, paragraph by paragraph, with differing words marked in both. Stacked if space is short. */
import type { Conflict } from "@satchel/core/model/entities/conflict.ts";
import { differenceOf, type Row, type Span } from "@satchel/core/sync/conflicts/difference.ts";
import { useMemo } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { syncText } from "../../text/drive/sync.ts";
import css from "./conflicts.module.css";

type Side = "local" | "cloud";

export function Difference({ conflict, there }: { readonly conflict: Conflict; readonly there: string }) {
  const { moment } = useDates();
  const { local, cloud } = conflict;
  const rows = useMemo(() => differenceOf(local, cloud), [local, cloud]);
  const hasChange = rows.some(({ kind }) => kind === "changed");
  return (
    <>
      <div className={css.sides}>
        <SideText side="local" name={syncText.hereTitle} when={moment(local.mtime)} rows={rows} />
        <SideText side="cloud" name={there} when={moment(cloud.mtime)} rows={rows} />
      </div>
      {!hasChange && <p className={css.intro}>{syncText.onlyMarkup}</p>}
    </>
  );
}

type SideTextProps = { readonly side: Side; readonly name: string; readonly when: string; readonly rows: readonly Row[] };

function SideText({ side, name, when, rows }: SideTextProps) {
  return (
    <div className={css.side}>
      <header className={css.sideHead}>
        <h4 className={css.sideName}>{name}</h4>
        <span className={css.fact}>{when}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard */}
      <section className={css.sideText} tabIndex={0} aria-label={name}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows belong to one difference and never change their order
          <RowText key={at} row={row} side={side} />
        ))}
      </section>
    </div>
  );
}

function RowText({ row, side }: { readonly row: Row; readonly side: Side }) {
  if (row.kind === "alike") return <p className={css.alike}>{syncText.alike(row.count)}</p>;
  if (row.kind === "same") {
    return (
      <p className={css.same} dir="auto">
        {row.text}
      </p>
    );
  }
  const spans = row[side];
  return spans.length === 0 ? (
    <p className={css.alike}>{syncText.absent}</p>
  ) : (
    <p className={css.changed} dir="auto">
      {spans.map((span, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans never change their order
        <SpanText key={at} span={span} side={side} />
      ))}
    </p>
  );
}

function SpanText({ span, side }: { readonly span: Span; readonly side: Side }) {
  return span.isChanged ? <mark className={side === "local" ? css.here : css.there}>{span.text}</mark> : <span>{span.text}</span>;
}
