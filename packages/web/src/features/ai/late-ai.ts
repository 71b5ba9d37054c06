/** Writing with AI comes with the editor, not with the frame. */
import { late } from "../../shared/late.ts";

export const fetchAiTool = async () => (await import("./AiTool.tsx")).AiTool;
export const AiTool = late(fetchAiTool);
