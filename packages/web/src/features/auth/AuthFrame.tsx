/**
 * The two halves of the sign-in pages: the form, and what Satchel is. Narrow screens drop the right half and show an account's benefits
 * below.
 */
import { Cloud, CloudOff, GitMerge, ShieldCheck, Smartphone, Upload } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Logo } from "../../shared/ui/Logo.tsx";
import { accountText } from "../../text/account/account.ts";
import css from "./auth.module.css";

type AuthFrameProps = {
  readonly title: string;
  readonly sentence: string;
  readonly pitch: "welcome" | "benefits";
  readonly children: ReactNode;
};

export function AuthFrame({ title, sentence, pitch, children }: AuthFrameProps) {
  const heading = useFocusedHeading(title);
  return (
    <div className={css.frame}>
      <main className={css.main}>
        <div className={css.column}>
          <Logo />
          <header className={css.head}>
            <h1 ref={heading} tabIndex={-1} className={css.title}>
              {title}
            </h1>
            <p className={css.sentence}>{sentence}</p>
          </header>
          {children}
        </div>
      </main>
      <aside className={pitch === "welcome" ? css.aside : `${css.aside} ${css.stays}`}>
        {pitch === "welcome" ? <Pitch /> : <Benefits />}
      </aside>
    </div>
  );
}

/** When a form is replaced, focuses the new heading, so that it is read out and Tab continues from there. */
function useFocusedHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return heading;
}

const PITCH_ICONS = [ShieldCheck, CloudOff, GitMerge] as const;
const BENEFIT_ICONS = [Smartphone, Cloud, ShieldCheck, Upload] as const;

function Pitch() {
  return <Points title={accountText.pitchTitle} points={accountText.pitch} icons={PITCH_ICONS} />;
}

function Benefits() {
  return <Points title={accountText.benefitsTitle} points={accountText.benefits} icons={BENEFIT_ICONS} />;
}

type PointsProps = {
  readonly title: string;
  readonly points: readonly (readonly [string, string])[];
  readonly icons: readonly (typeof ShieldCheck)[];
};

function Points({ title, points, icons }: PointsProps) {
  return (
    <div className={css.pitch}>
      <h2 className={css.pitchTitle}>{title}</h2>
      <ul className={css.points}>
        {points.map(([name, sentence], index) => {
          const Icon = icons[index % icons.length] as typeof ShieldCheck;
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
    </div>
  );
}
