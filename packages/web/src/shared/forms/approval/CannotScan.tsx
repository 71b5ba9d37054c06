/** The second way, shown on request: what is typed where no camera can be used. */
import { type ReactNode, useId, useState } from "react";
import { approvalText } from "../../../text/account/approval.ts";
import { Button } from "../../ui/Button.tsx";
import css from "./approval.module.css";

export function CannotScan({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className={css.start}>
        <Button label={approvalText.cannotScan} aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)} />
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}
