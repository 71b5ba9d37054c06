/**
 * Matches names that Windows reserves for devices, whatever follows their first dot. It ignores spaces before the dot and takes a superscript digit
 * for a digit. Source: "Naming Files, Paths, and Namespaces" of the Windows documentation.
 */
export const RESERVED_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;
