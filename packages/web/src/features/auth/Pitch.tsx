/** What Satchel is, beside the form: a preview of the product and three points, or the benefits of an account. */
import { Cloud, CloudOff, GitMerge, ShieldCheck, Smartphone, Upload } from "lucide-react";
import { pitchText } from "../../text/account/pitch.ts";
import css from "./auth.module.css";
import { ProductPreview } from "./ProductPreview.tsx";

const ICONS = { welcome: [ShieldCheck, CloudOff, GitMerge], benefits: [Smartphone, Cloud, ShieldCheck, Upload] } as const;

export function Pitch({ pitch }: { readonly pitch: "welcome" | "benefits" }) {
  return (
    <>
      {pitch === "welcome" && (
        <div className={css.preview}>
          <ProductPreview />
        </div>
      )}
      <ul className={css.points}>
        {pitchText[pitch].map(([name, sentence], index) => {
          const Icon = ICONS[pitch][index] as typeof ShieldCheck;
          return (
            <li key={name} className={css.point}>
              <Icon width={18} height={18} aria-hidden />
              <div>
                <h3 className={css.pointName}>{name}</h3>
                <p>{sentence}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
