/** The properties in styles by which our own ENML says what it means. */
export const OWN_ENML = { mark: "--satchel-note", tag: "--satchel-tag", attributes: "--satchel-attributes" } as const;
