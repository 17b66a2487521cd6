import { sheet } from "./dom.js";

export const LIST = sheet(`
.frame { display: grid; grid-template-columns: minmax(0, 1fr); align-items: start; column-gap: 1.25rem; }

.bar {
  grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; align-items: center; min-height: 3.5rem; flex-wrap: wrap;
  justify-content: space-between; gap: 0.75rem; background: var(--directory-backdrop, var(--paper));
}
.scopes { display: inline-flex; flex-wrap: wrap; padding: 0.1875rem; border-radius: 0.625rem; background: var(--line); }
.scopes button {
  padding: 0.3125rem 0.875rem; border: 0; border-radius: 0.4375rem; background: none; color: var(--ink); white-space: nowrap;
}
.scopes [aria-pressed="true"] { background: light-dark(var(--paper), #4a525b); font-weight: 600; box-shadow: 0 1px 2px rgb(0 0 0 / 0.16); }

.list { container-type: inline-size; }
.line:not(:empty) { position: sticky; bottom: 0.75rem; margin-top: 0.625rem; border-radius: 0.5rem; box-shadow: 0 0 0.5rem rgb(0 0 0 / 0.25); }
.news {
  display: block; width: 100%; padding: 0.5rem; border: 1px solid; border-radius: inherit; background: var(--accent-soft);
  color: var(--accent); font-weight: 500;
}

.rows:not(:empty), .skeleton { border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); overflow: clip; }
.rows[aria-busy="true"] { opacity: 0.6; }
/* Rows off screen are not laid out; all are of one height, so that the scroll bar does not jump. */
.rows { --height: 4rem; }
.chunk { content-visibility: auto; contain-intrinsic-height: calc(var(--rows) * var(--height)); }
.item { height: var(--height); border-bottom: 1px solid var(--line); contain: strict; }
.chunk:last-child .item:last-child { border-bottom: 0; }
.row {
  display: grid; grid-template: "title state time" "under state time" / minmax(0, 1fr) 13.5rem 7.5rem;
  align-content: center; column-gap: 1rem; row-gap: 0.0625rem; width: 100%; height: 100%; padding: 0 1rem; border: 0;
  background: none; text-align: start; scroll-margin-block: 4rem 7.5rem;
}
.row:hover { background: var(--hover); }
.row[aria-current] { background: var(--accent-soft); border-inline-start: 3px solid var(--accent); padding-inline-start: calc(1rem - 3px); }
.row:focus-visible { outline-offset: -3px; border-radius: 0.75rem; }
.row .title { grid-area: title; align-self: end; }
.row .under { grid-area: under; align-self: start; }
.row .state { grid-area: state; place-self: center start; max-width: 100%; font-size: 0.875rem; }
.row time { grid-area: time; align-self: center; justify-self: end; font-size: 0.8125rem; color: var(--quiet); white-space: nowrap; }
.under { display: flex; gap: 0.5rem; min-width: 0; overflow: hidden; font-size: 0.8125rem; color: var(--quiet); }
.project {
  min-width: 3rem; max-width: 10rem; padding-inline: 0.375rem; border-radius: 0.25rem; background: var(--hover); box-shadow: inset 0 0 0 1px var(--line);
}
@container (max-width: 41.25rem) {
  .rows { --height: 5.25rem; }
  .row { grid-template: "title title" "under under" "state time" / minmax(0, 1fr) auto; row-gap: 0.125rem; }
  .row .state { font-size: 0.8125rem; }
}
@container (max-width: 16rem) {
  .bar { position: static; }
  .rows { --height: 6.5rem; }
  .row { grid-template: "title" "under" "state" "time" / minmax(0, 1fr); }
  .row time { justify-self: start; }
}

.end { min-height: 1px; }
.more { padding: 1rem; text-align: center; }
.end .note { margin-top: 0.625rem; }
.skeleton { animation: appear 0.3s 0.15s both; }
.spoken { position: absolute; clip-path: inset(50%); }
.bone { height: 4rem; padding: 1.125rem 1rem; animation: breathe 1.6s ease-in-out infinite; }
.bone + .bone { border-top: 1px solid var(--line); }
.bone::before, .bone::after { content: ""; display: block; width: 46%; height: 0.75rem; border-radius: 0.375rem; background: var(--line); }
.bone::after { width: 22%; height: 0.5rem; margin-top: 0.5rem; }
@keyframes appear { from { opacity: 0; } }
@keyframes breathe { 50% { opacity: 0.45; } }
`);
