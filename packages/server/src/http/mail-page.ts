/**
 * Layout of the pages behind mailed links: one style sheet and one frame, in the colors of the web app's light and dark theme
 * (web/src/styles/tokens.css).
 */

/** All text comes from the server; nothing from the request is shown. */
export type MailPage = { readonly title: string; readonly sentence: string; readonly button?: string; readonly next?: string };

/** Path of `MAIL_SHEET`. */
export const MAIL_SHEET_PATH = "/account/page.css";

/** A separate file, because the content security policy allows no style element. */
export const MAIL_SHEET = `:root {
  color-scheme: light dark;
  --page: #ffffff;
  --text: #1f1e1b;
  --text-2: #615d56;
  --accent: #0f6b5c;
  --accent-strong: #0b5a4d;
  --on-accent: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #191a1b;
    --text: #e9e7e3;
    --text-2: #a8a49d;
    --accent: #4fc1a6;
    --accent-strong: #67cfb7;
    --on-accent: #0b1c18;
  }
}
body {
  max-width: 360px;
  margin: 0 auto;
  padding: max(48px, 20vh) 24px 48px;
  background: var(--page);
  color: var(--text);
  font: 14px/20px "Inter Variable", -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header {
  display: flex;
  align-items: center;
  gap: 10px;
  font-size: 15px;
  font-weight: 650;
}
header rect {
  fill: var(--accent);
}
header path {
  fill: var(--page);
  fill-opacity: 0.22;
}
header ellipse {
  fill: var(--on-accent);
}
h1 {
  margin: 32px 0 4px;
  font-size: 26px;
  line-height: 34px;
  font-weight: 650;
  letter-spacing: -0.02em;
}
p {
  margin: 0 0 32px;
  color: var(--text-2);
}
button,
a {
  display: block;
  box-sizing: border-box;
  width: 100%;
  padding: 12px 16px;
  border: 0;
  border-radius: 8px;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 550;
  text-align: center;
  text-decoration: none;
}
button:hover,
a:hover {
  background: var(--accent-strong);
}
button:focus-visible,
a:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
`;

const LOGO = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M0 6a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v2c0 3-5.2 5-12 5S0 11 0 8z"/><ellipse cx="12" cy="13" rx="1.7" ry="2.3"/></svg>`;

export function toMailPage({ title, sentence, button, next }: MailPage): string {
  const form = button === undefined ? "" : `<form method="post"><button>${button}</button></form>\n`;
  const link = next === undefined ? "" : `<a href="/login">${next}</a>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Satchel</title>
<link rel="stylesheet" href="${MAIL_SHEET_PATH}">
</head>
<body>
<main>
<header>${LOGO}Satchel</header>
<h1>${title}</h1>
<p>${sentence}</p>
${form}${link}</main>
</body>
</html>
`;
}
