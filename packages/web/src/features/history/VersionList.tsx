/** Versions by day, newest first: time, device, and number of changed words. Arrow keys, Home and End move between them. */
import type { VersionRow } from "@satchel/core/library/history/history-service-types.ts";
import { nameOfDevice } from "@satchel/core/vault/devices/devices-service-types.ts";
import { type KeyboardEvent, useState } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { historyText } from "../../text/notes/history/history.ts";
import { EarlierVersions } from "./EarlierVersions.tsx";
import css from "./history.module.css";
import type { HistoryView } from "./use-history.ts";

const SHOWN = 200;

type VersionListProps = { readonly view: HistoryView; readonly rows: readonly VersionRow[] };

export function VersionList({ view, rows }: VersionListProps) {
  const { day } = useDates();
  const [most, setMost] = useState(SHOWN);
  const listed = rows.slice(0, most);
  const days = groupByDay(listed, day);
  // A single tab stop; arrow keys move from there.
  const stop = (listed.find(({ key }) => key === view.chosen) ?? listed[0])?.key;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys for the buttons inside
    <div onKeyDown={moveFocus}>
      {days.map(([name, ofDay]) => (
        <section key={name} aria-label={name}>
          <h3 className={css.day}>{name}</h3>
          <ul>
            {ofDay.map((row) => (
              <Row key={row.key} row={row} view={view} isFirst={row === rows.at(-1)} isStop={row.key === stop} />
            ))}
          </ul>
        </section>
      ))}
      {rows.length > most && (
        <Button
          label={historyText.more(Math.min(SHOWN, rows.length - most))}
          size="small"
          onPress={() => setMost((before) => before + SHOWN)}
        />
      )}
      <EarlierVersions earlier={view.earlier} day={day} />
    </div>
  );
}

type RowProps = { readonly row: VersionRow; readonly view: HistoryView; readonly isFirst: boolean; readonly isStop: boolean };

function Row({ row, view, isFirst, isStop }: RowProps) {
  const { moment } = useDates();
  const isChosen = view.chosen === row.key;
  const device = useDeviceName(row);
  const count = view.counts.get(row.key);
  const time = moment(row.atMs).split(", ").at(-1) ?? "";
  return (
    <li>
      <button
        type="button"
        className={isChosen ? `${css.row} ${css.chosen}` : css.row}
        aria-current={isChosen ? "true" : undefined}
        data-row={row.key}
        tabIndex={isStop ? 0 : -1}
        onClick={() => view.choose(row.key)}
      >
        <span className={css.when}>{row.isCurrent ? `${time} · ${historyText.current}` : time}</span>
        <span className={css.fact}>{isFirst ? `${device} · ${historyText.first}` : device}</span>
        {count !== undefined && (
          <span className={css.fact}>
            {count.added > 0 && <span className={css.added}>{historyText.added(count.added)}</span>}
            {count.removed > 0 && <span className={css.removed}>{historyText.removed(count.removed)}</span>}
            {count.added + count.removed === 0 && historyText.sameText}
          </span>
        )}
      </button>
    </li>
  );
}

function useDeviceName({ deviceId }: VersionRow): string {
  const { devices, kind } = useLibrary();
  return useStore(devices.store, (state) => {
    if (deviceId === undefined) return historyText.merged;
    if (kind === "local" || deviceId === state.ownId) return historyText.thisDevice;
    return nameOfDevice(state, deviceId) ?? historyText.otherDevice;
  });
}

function groupByDay(rows: readonly VersionRow[], day: (atMs: number) => string): readonly (readonly [string, readonly VersionRow[]])[] {
  const days = new Map<string, VersionRow[]>();
  for (const row of rows) {
    const name = day(row.atMs);
    days.set(name, [...(days.get(name) ?? []), row]);
  }
  return [...days];
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const next = at === -1 || to === undefined ? undefined : rows[to];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
