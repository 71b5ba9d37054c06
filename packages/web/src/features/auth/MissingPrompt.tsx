/** In the place of a question of signing in that could not be fetched: putting it away answers as its Cancel does. */
import { useSignedOutServices } from "../../shared/services.ts";
import { MissingMenu } from "../../shared/ui/MissingMenu.tsx";

export function MissingPrompt() {
  const { prompts } = useSignedOutServices();
  return <MissingMenu onClose={prompts.close} />;
}
