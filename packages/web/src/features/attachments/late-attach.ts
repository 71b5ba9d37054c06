/** Attaching comes with the editor, not with the frame. */
import { lazy } from "react";

export const AttachTool = lazy(async () => ({ default: (await import("./AttachTool.tsx")).AttachTool }));
