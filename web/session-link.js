// Where the platform shows a session.

/** @typedef {import("./session-row.js").Row} Row */

/**
 * The platform's template with both ids filled in; null where there is none. Only `http:` and `https:` are links, and
 * `.` and `..` would be steps of the path.
 * @param {string | null} template with `{sessionId}` and `{projectId}`
 * @param {Row} row
 */
export function linkTo(template, row) {
  if (!template || [row.id, row.projectId].some((id) => /^\.\.?$/.test(id))) return null;
  const filled = template
    .replaceAll("{sessionId}", () => encodeURIComponent(row.id))
    .replaceAll("{projectId}", () => encodeURIComponent(row.projectId));
  const url = URL.parse(filled, document.baseURI);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
