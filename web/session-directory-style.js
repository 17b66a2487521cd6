import { sheet } from "./dom.js";

export const LIST = sheet(`
.frame { display: grid; grid-template-columns: minmax(0, 1fr); align-items: start; column-gap: 1.25rem; }

.bar {
  grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; align-items: center; height: 3.5rem;
  justify-content: space-between; gap: 0.75rem; background: var(--directory-backdrop, var(--paper));
}
.scopes { display: inline-flex; padding: 0.1875rem; border-radius: 0.625rem; background: var(--line); }
.scopes button {
  padding: 0.3125rem 0.875rem; border: 0; border-radius: 0.4375rem; background: none; color: var(--ink); white-space: nowrap;
}
.scopes [aria-pressed="true"] { background: var(--paper); font-weight: 600; box-shadow: 0 1px 2px rgb(0 0 0 / 0.16); }

.line:not(:empty) { padding-bottom: 0.625rem; }
.news {
  display: block; width: 100%; padding: 0.5rem; border: 0; border-radius: 0.5rem; background: var(--accent-soft);
  color: var(--accent); font-weight: 500;
}

.rows:not(:empty) { border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); overflow: clip; }
.rows[aria-busy="true"] { opacity: 0.6; }
/* Rows off screen are not laid out; all are of one height, so that the scroll bar does not jump. */
.rows { --height: 4rem; }
.chunk { content-visibility: auto; contain-intrinsic-height: calc(var(--rows) * var(--height)); }
.item { height: var(--height); border-bottom: 1px solid var(--line); contain: strict; }
.chunk:last-child .item:last-child { border-bottom: 0; }
.row {
  display: grid; grid-template: "title state time" "under state time" / minmax(0, 1fr) 12.5rem 7.5rem;
  align-content: center; column-gap: 1rem; row-gap: 0.0625rem; width: 100%; height: 100%; padding: 0 1rem; border: 0;
  background: none; text-align: start;
}
.row:hover { background: var(--hover); }
.row[aria-current] { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
.row:focus-visible { outline-offset: -3px; border-radius: 0.75rem; }
.row .title { grid-area: title; align-self: end; }
.row .under { grid-area: under; align-self: start; }
.row .state { grid-area: state; align-self: center; min-width: 0; font-size: 0.875rem; }
.row time { grid-area: time; align-self: center; justify-self: end; font-size: 0.8125rem; color: var(--quiet); white-space: nowrap; }
.under { display: flex; gap: 0.5rem; min-width: 0; overflow: hidden; font-size: 0.8125rem; color: var(--quiet); }
.where { flex: 0 1 auto; min-width: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.project {
  flex: 0 1 auto; min-width: 3rem; max-width: 10rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  padding-inline: 0.375rem; border-radius: 0.25rem; background: var(--hover); box-shadow: inset 0 0 0 1px var(--line);
}
@container (max-width: 660px) {
  .rows { --height: 5.25rem; }
  .row { grid-template: "title title" "under under" "state time" / minmax(0, 1fr) auto; row-gap: 0.125rem; }
  .row .state { font-size: 0.8125rem; }
}

.end { min-height: 1px; }
.more { padding: 1rem; text-align: center; }
.end .note { margin-top: 0.625rem; }
.skeleton { border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); animation: appear 0.3s 0.15s both; }
.ghost { display: grid; align-content: center; gap: 0.5rem; height: 4rem; padding-inline: 1rem; }
.ghost + .ghost { border-top: 1px solid var(--line); }
.small { width: 22%; height: 0.5rem; }
@keyframes appear { from { opacity: 0; } }
`);
