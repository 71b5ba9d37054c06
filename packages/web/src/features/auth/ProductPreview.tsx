/** A small drawing of the workspace for visitors: the list of notes beside an open note. Drawn in the colors of the theme. */
import { productPreviewText } from "../../text/account/pitch.ts";
import css from "./product-preview.module.css";

export function ProductPreview() {
  const { label, notes, title, tasks, rows } = productPreviewText;
  return (
    <div className={css.window} role="img" aria-label={label}>
      <div className={css.list} aria-hidden>
        <span className={css.search} />
        {notes.map(([name, excerpt], index) => (
          <div key={name} className={index === 0 ? `${css.row} ${css.open}` : css.row}>
            <b>{name}</b>
            <span>{excerpt}</span>
          </div>
        ))}
      </div>
      <div className={css.note} aria-hidden>
        <p className={css.title}>{title}</p>
        {tasks.map(([task, isDone]) => (
          <p key={task} className={isDone ? `${css.task} ${css.done}` : css.task}>
            <span className={css.box}>{isDone && "✓"}</span>
            {task}
          </p>
        ))}
        <table className={css.table}>
          <tbody>
            {rows.map(([what, when]) => (
              <tr key={what}>
                <td>{what}</td>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
