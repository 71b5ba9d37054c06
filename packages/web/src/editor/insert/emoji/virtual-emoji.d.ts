/** Modules that emoji-plugin.ts builds. */
declare module "virtual:emoji" {
  const rows: readonly import("@satchel/core/document/emoji.ts").EmojiRow[];
  export default rows;
}

declare module "virtual:emoji-shortcodes" {
  /** Emoji by shortcode, such as `smile`. */
  const emojiByCode: Readonly<Record<string, string>>;
  export default emojiByCode;
}
