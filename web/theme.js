// What all elements look like. Colours follow the reader's preference; a page that embeds them sets the custom properties.

import { sheet } from "./dom.js";

export const THEME = sheet(`
:host {
  color-scheme: light dark;
  --paper: var(--directory-paper, light-dark(#ffffff, #1a1d21));
  --ink: var(--directory-ink, light-dark(#1d2125, #e8eaed));
  --quiet: var(--directory-quiet, light-dark(#59626d, #a0a9b4));
  --line: var(--directory-line, light-dark(#e3e4e6, #31363c));
  --hover: light-dark(#f4f6f8, #22272c);
  --accent: var(--directory-accent, light-dark(#1d5c93, #84bdec));
  --on-accent: light-dark(#ffffff, #10202e);
  --accent-soft: light-dark(#e7f0f8, #1c3144);
  --attention: light-dark(#7d4600, #f2bd6b);
  --attention-soft: light-dark(#fdf1dc, #392c14);
  --bad: light-dark(#a3241b, #ff9d94);
  --good: light-dark(#2b6a41, #86cf9f);
  display: block;
  container-type: inline-size;
  color: var(--ink);
  font: 400 0.9375rem/1.4 system-ui, sans-serif;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
h2, h3, p, ol, ul, dl, dd { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h2, h3, p, time, .state, .facts > span { unicode-bidi: plaintext; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; }
a { color: var(--accent); }
@media (forced-colors: active) {
  .state::before { border: 0.25rem solid; } /* they leave no background */
  [aria-current], [aria-pressed="true"] { outline: 2px dashed; outline-offset: -2px; }
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); }
.mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; white-space: pre-wrap; overflow-wrap: anywhere; }

.button, .primary {
  display: inline-block; padding: 0.4375rem 0.875rem; border-radius: 0.5rem; font-weight: 500; text-decoration: none;
  border: 1px solid var(--line); background: var(--paper); color: var(--ink);
}
.button:hover { background: var(--hover); }
.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.primary:hover { filter: brightness(1.08); }

.title, .state, .project, .where > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.title { display: block; text-align: -webkit-match-parent; text-align: match-parent; font-weight: 550; }
.title.untitled { color: var(--quiet); font-style: italic; font-weight: 400; }

.where { display: flex; min-width: 0; }
.where > * { min-width: 1.5em; white-space: pre; }
.where > :nth-child(2):not(:last-child) { flex-shrink: 1e6; } /* a deep path is cut in its middle */

.state { color: var(--quiet); }
.state::before {
  content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; margin-right: 0.4375rem; vertical-align: 0.0625em;
  border-radius: 50%; background: currentColor;
}
.state[data-tone="live"] { color: var(--accent); }
.state[data-tone="good"]::before { background: var(--good); }
.state[data-tone="bad"] { color: var(--bad); }
.state[data-tone="attention"] { color: var(--attention); font-weight: 500; }
.state[data-tone="over"]::before, .state[data-tone="none"]::before { background: none; border: 1.5px solid currentColor; }

.note {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem;
  padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: var(--attention-soft); color: var(--attention);
}
.message { max-width: 34rem; margin-inline: auto; padding: 3.5rem 1.25rem; text-align: center; }
.message h2, .message h3 { font-size: 1.125rem; font-weight: 600; line-height: 1.3; }
.message p { margin-top: 0.5rem; color: var(--quiet); text-wrap: pretty; }
.message .actions { margin-top: 1.25rem; display: flex; flex-wrap: wrap; gap: 0.625rem; justify-content: center; }

@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; }
}
`);
