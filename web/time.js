// Times for people: in words, and exactly.

/** @type {[Intl.RelativeTimeFormatUnit, number][]} each unit, and up to how many seconds it is used */
const UNITS = [
  ["second", 60],
  ["minute", 3600],
  ["hour", 86_400],
  ["day", 30 * 86_400],
];

/** @type {Map<string, {relative: Intl.RelativeTimeFormat, date: Intl.DateTimeFormat, exact: Intl.DateTimeFormat}>} */
const FORMATS = new Map();

/** @param {string} lang */
function formatsOf(lang) {
  const known = FORMATS.get(lang);
  if (known) return known;
  const formats = {
    relative: new Intl.RelativeTimeFormat(lang, { numeric: "auto" }),
    date: new Intl.DateTimeFormat(lang, { dateStyle: "medium" }),
    exact: new Intl.DateTimeFormat(lang, { dateStyle: "full", timeStyle: "long" }),
  };
  FORMATS.set(lang, formats);
  return formats;
}

/**
 * How long ago, for example "5 minutes ago"; a date beyond a month.
 * @param {string} instant
 * @param {number} now in milliseconds
 * @param {string} lang
 * @param {string} justNow for the last minute, and for what a clock takes to be still to come
 */
export function inWords(instant, now, lang, justNow) {
  const at = Date.parse(instant);
  const seconds = (now - at) / 1000;
  let size = 1;
  for (const [unit, limit] of UNITS) {
    if (seconds < limit) return size === 1 ? justNow : formatsOf(lang).relative.format(-Math.floor(seconds / size), unit);
    size = limit === 60 || limit === 3600 || limit === 86_400 ? limit : size;
  }
  return formatsOf(lang).date.format(at);
}

/** To the second, in the reader's time zone. @param {string} instant @param {string} lang */
export const exactly = (instant, lang) => formatsOf(lang).exact.format(Date.parse(instant));
