/** The versions by day, the newest first: when, on which device, and how many words changed. The arrow keys go from one to the next. */
import type { VersionRow } from "@satchel/core/library/history/history-service-types.ts";
import { nameOfDevice } from "@satchel/core/vault/devices/devices-service-types.ts";
import type { KeyboardEvent } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { historyText } from "../../text/history.ts";
import { EarlierVersions } from "./EarlierVersions.tsx";
import css from "./history.module.css";
import type { HistoryView } from "./use-history.ts";

type VersionListProps = { readonly view: HistoryView; readonly rows: readonly VersionRow[] };

export function VersionList({ view, rows }: VersionListProps) {
  const { day } = useDates();
  const days = groupByDay(rows, day);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it hear the keys
    <div onKeyDown={moveFocus}>
      {days.map(([name, ofDay]) => (
        <section key={name} aria-label={name}>
          <h3 className={css.day}>{name}</h3>
          <ul>
            {ofDay.map((row) => (
              <Row key={row.key} row={row} view={view} isFirst={row === rows.at(-1)} />
            ))}
          </ul>
        </section>
      ))}
      <EarlierVersions earlier={view.earlier} day={day} />
    </div>
  );
}

function Row({ row, view, isFirst }: { readonly row: VersionRow; readonly view: HistoryView; readonly isFirst: boolean }) {
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
        data-version={row.key}
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
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  // The others fetch something.
  if (next.dataset.version !== undefined) next.click();
}
