// Where the platform shows a session.

/** @typedef {import("./session-row.js").Row} Row */

const PLACES = /\{(?:session|project)Id\}/g;

/**
 * The platform's template with the ids filled in; null where there is none. Only `http:` and `https:` are links, and
 * `.` and `..` would be steps of the path.
 * @param {string | null} template with `{sessionId}` and `{projectId}`
 * @param {Row} row
 */
export function linkTo(template, row) {
  if (!template) return null;
  const idAt = (/** @type {string} */ place) => (place === "{sessionId}" ? row.id : row.projectId);
  if (template.match(PLACES)?.some((place) => /^\.\.?$/.test(idAt(place)))) return null;
  const filled = template.replace(PLACES, (place) => encodeURIComponent(idAt(place)));
  const url = URL.parse(filled, document.baseURI);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
