/** A small turning ring for what is under way. Decoration: the words beside it say what. */
import { LoaderCircle } from "lucide-react";
import css from "./spinner.module.css";

export function Spinner({ size = 16 }: { readonly size?: number }) {
  return <LoaderCircle className={css.spinner} width={size} height={size} aria-hidden />;
}
