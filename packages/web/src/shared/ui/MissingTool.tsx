/** In the place of a button of a toolbar that could not be fetched: fetches it once more. */
import { CircleAlert } from "lucide-react";
import { commonText } from "../../text/labels.ts";
import { useTryAgain } from "../try-again.ts";
import { IconButton } from "./IconButton.tsx";

export function MissingTool() {
  const { isTrying, tryAgain } = useTryAgain();
  return <IconButton label={commonText.notLoaded} icon={<CircleAlert />} isPending={isTrying} onPress={tryAgain} />;
}
