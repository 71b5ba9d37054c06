/** In the place of a page, a note or the editor that could not be fetched. What is around it stays, and it is fetched when it is asked for again. */
import { commonText } from "../../text/labels.ts";
import { useTryAgain } from "../try-again.ts";
import { Button } from "./Button.tsx";
import css from "./missing-part.module.css";
import { NotLoaded } from "./NotLoaded.tsx";

export function MissingPart() {
  const { isTrying, tryAgain } = useTryAgain();
  return (
    <div className={css.missing}>
      <NotLoaded />
      <Button busy={isTrying} onPress={tryAgain}>
        {commonText.retry}
      </Button>
    </div>
  );
}
