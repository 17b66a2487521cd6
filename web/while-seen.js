/**
 * Does something every `ms` while people look at the page, and at once when they look again.
 * @param {number} ms
 * @param {() => void} act
 * @returns {() => void} ends it
 */
export function whileSeen(ms, act) {
  const look = () => document.hidden || act();
  const timer = setInterval(look, ms);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
