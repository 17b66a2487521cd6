// Times for people: in words, and exactly.

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
 * How long ago, for example "5 minutes ago"; from a day on in days of the calendar, and a date beyond a month.
 * @param {string} instant
 * @param {number} now in milliseconds
 * @param {string} lang
 * @param {string} justNow for the last minute, and for what a clock takes to be still to come
 */
export function inWords(instant, now, lang, justNow) {
  const at = Date.parse(instant);
  const { relative, date } = formatsOf(lang);
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return justNow;
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), "hour");
  const days = Math.max(dayOf(now) - dayOf(at), 1); // a day may have 25 hours
  return days < 30 ? relative.format(-days, "day") : date.format(at);
}

/** The day of the reader's calendar, counted: "yesterday" is one, however many hours ago. @param {number} time */
function dayOf(time) {
  const local = new Date(time);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / 86_400_000;
}

/** To the second, in the reader's time zone. @param {string} instant @param {string} lang */
export const exactly = (instant, lang) => formatsOf(lang).exact.format(Date.parse(instant));
