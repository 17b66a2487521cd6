import { sheet } from "./dom.js";

export const TREE = sheet(`
:host { padding: 0.75rem; }
.top {
  position: sticky; top: -0.75rem; z-index: 1; margin-top: -0.75rem; padding: 0.75rem 0.25rem 0.5rem;
  display: flex; align-items: center; justify-content: space-between; gap: 0.75rem; background: var(--paper);
}
.top h3 { font-size: 0.9375rem; font-weight: 600; color: var(--attention); }
.again { padding: 0.1875rem 0.625rem; font-size: 0.875rem; }
.attention { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; padding-bottom: 0.75rem; }
.attention button {
  display: flex; justify-content: space-between; gap: 0.75rem; width: 100%; padding: 0.3125rem 0.625rem;
  border: 1px solid transparent; border-radius: 0.5rem; text-align: start; background: var(--attention-soft); color: var(--attention);
}
.attention .title { min-width: 0; }
.attention .kind { flex: none; font-size: 0.875rem; }
.notes { position: sticky; bottom: 0; z-index: 1; }
.note { margin-top: 0.75rem; box-shadow: 0 0 0.5rem rgb(0 0 0 / 0.25); }

.members { border-top: 1px solid var(--line); }
.members li {
  --step: 1.125rem; --steps: calc(var(--indent) * var(--step)); --begin: left; --on: 90deg;
  padding: 0.5rem 0.375rem; padding-inline-start: calc(0.375rem + var(--steps)); border-bottom: 1px solid var(--line);
  background: repeating-linear-gradient(var(--on), var(--line) 0 1px, transparent 1px var(--step)) var(--begin) 0.625rem top /
    var(--steps) 100% no-repeat;
}
.members li:dir(rtl) { --begin: right; --on: -90deg; }
.members li, .members a { scroll-margin-top: 3.5rem; }
.members li:focus { outline: 2px solid var(--accent); outline-offset: -2px; }
.members li[aria-current] { background-color: var(--accent-soft); }
.name { display: flex; align-items: baseline; justify-content: space-between; gap: 0.75rem; }
.name .title { min-width: 0; }
.name a:not(:hover) { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: 0.2em; }
.name time { flex: none; font-size: 0.8125rem; color: var(--quiet); }
.facts { display: flex; flex-wrap: wrap; gap: 0 0.875rem; margin-top: 0.125rem; font-size: 0.8125rem; color: var(--quiet); }
.facts .waits { color: var(--ink); }
.facts .state { white-space: normal; }
.go { margin-top: 0.5rem; padding-block: 0.25rem; font-size: 0.875rem; }
`);
