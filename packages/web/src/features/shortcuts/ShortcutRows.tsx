/** Commands with their keys. */
import css from "./shortcuts.module.css";

export function ShortcutRows({ rows }: { readonly rows: readonly (readonly [name: string, keys: readonly string[]])[] }) {
  return (
    <dl className={css.list}>
      {rows.map(([name, keys]) => (
        <div key={name} className={css.row}>
          <dt>{name}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
