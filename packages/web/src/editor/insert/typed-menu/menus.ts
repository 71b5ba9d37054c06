/** The menus that open while typing: after `/`, `[[`, `@` and `:`. */
import { createTypedMenu } from "./typed-menu-plugin.ts";

/** Up to four words name a command. */
const COMMAND = /(?:^|\s)\/((?:[\p{L}\p{N}][\p{L}\p{N}-]{0,23}(?: [\p{L}\p{N}][\p{L}\p{N}-]{0,23}){0,3} ?)?)$/u;

export const slashMenu = createTypedMenu({ name: "slashMenu", pattern: COMMAND, signLength: 1 });

/** Up to three words name a day. An address of mail has no space before its sign. */
export const dayMenu = createTypedMenu({
  name: "dayMenu",
  pattern: /(?:^|\s)@((?:[\p{L}\p{N}-]{1,12}(?: [\p{L}\p{N},-]{0,12}){0,2})?)$/u,
  signLength: 1,
});

export const noteMenu = createTypedMenu({ name: "noteMenu", pattern: /\[\[([^[\]\n\ufffc]{0,60})$/, signLength: 2 });

/** Opens after two letters, because a colon alone also ends a phrase or begins a smiley. */
export const emojiMenu = createTypedMenu({ name: "emojiMenu", pattern: /(?:^|\s):([a-z0-9_+-]{2,30})$/, signLength: 1, minQuery: 2 });
