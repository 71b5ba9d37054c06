/** A small spinner. Decorative: the text beside it says what is in progress. */
import { LoaderCircle } from "lucide-react";
import css from "./spinner.module.css";

export function Spinner({ size = 16 }: { readonly size?: number }) {
  return <LoaderCircle className={css.spinner} width={size} height={size} aria-hidden />;
}
