/** Writing with AI comes with the editor, not with the frame. */
import { lazy } from "react";

export const AiTool = lazy(async () => ({ default: (await import("./AiTool.tsx")).AiTool }));
