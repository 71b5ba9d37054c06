/** In the place of a part that could not be fetched. */
import { commonText } from "../../text/labels.ts";

export function NotLoaded() {
  return <p role="alert">{commonText.notLoaded}</p>;
}
