/** Below the versions: earlier ones in the drive, the progress of fetching them, and whether it was incomplete. */
import type { EarlierVersions as Versions } from "@satchel/core/library/history/history-service-types.ts";
import { useRef } from "react";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { commonText } from "../../text/labels.ts";
import { historyText } from "../../text/notes/history/history.ts";
import css from "./history.module.css";
import type { EarlierView } from "./use-earlier-versions.ts";

type EarlierVersionsProps = { readonly earlier: EarlierView; readonly day: (atMs: number) => string };

export function EarlierVersions({ earlier, day }: EarlierVersionsProps) {
  const { known, otherPackIds, fetching, problem, fetch } = earlier;
  const region = useRef<HTMLElement>(null);
  const handleFetch = (packIds: readonly string[]): void => {
    // The pressed button is replaced by the progress.
    region.current?.focus();
    fetch(packIds);
  };
  if (known.length + otherPackIds.length === 0 && problem === undefined) return null;
  return (
    <section ref={region} className={css.earlier} aria-label={historyText.inDrive} tabIndex={-1}>
      {known.length > 0 && <h3 className={css.day}>{historyText.inDrive}</h3>}
      <ul>
        {known.map((versions) => (
          <li key={versions.packId}>
            <Group versions={versions} day={day} isDisabled={fetching !== undefined} onFetch={handleFetch} />
          </li>
        ))}
      </ul>
      {fetching !== undefined && <Progress earlier={earlier} of={fetching} />}
      <p role="status" className={css.earlierStatus}>
        {problem !== undefined && historyText.notFetched[problem]}
      </p>
      {otherPackIds.length > 0 && fetching === undefined && (
        <button type="button" className={css.link} onClick={() => handleFetch(otherPackIds)}>
          {historyText.lookInOthers(otherPackIds.length)}
        </button>
      )}
    </section>
  );
}

type GroupProps = Pick<EarlierVersionsProps, "day"> & {
  readonly versions: Versions;
  readonly isDisabled: boolean;
  readonly onFetch: (packIds: readonly string[]) => void;
};

function Group({ versions: { packId, count, fromMs, toMs }, day, isDisabled, onFetch }: GroupProps) {
  const [from, to] = [day(fromMs), day(toMs)];
  return (
    <button type="button" className={css.row} disabled={isDisabled} onClick={() => onFetch([packId])}>
      <span className={css.when}>{historyText.load(count)}</span>
      <span className={css.fact}>{from === to ? from : historyText.range(from, to)}</span>
    </button>
  );
}

type ProgressProps = { readonly earlier: EarlierView; readonly of: NonNullable<EarlierView["fetching"]> };

function Progress({ earlier: { cancel }, of: { done, of } }: ProgressProps) {
  return (
    <div className={css.progress}>
      <span>{historyText.fetching(done, of)}</span>
      <Bar label={historyText.inDrive} percent={Math.round((done / of) * 100)} />
      <Button label={commonText.cancel} size="small" onPress={cancel} />
    </div>
  );
}
