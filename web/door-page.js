// The door as a page of its own: its address names the connection.

import "./binding-door.js";

/** @typedef {import("./binding-door.js").BindingDoor} BindingDoor */

/** The door that the address names below `path`; both stay in step. @param {string} path */
export function doorBelow(path) {
  const door = /** @type {BindingDoor} */ (document.createElement("binding-door"));
  const follow = () => door.setAttribute("binding-id", bindingIdOf(location.pathname.slice(path.length)));
  follow();
  addEventListener("popstate", follow);
  door.addEventListener("directory-binding", () => {
    const name = addressOf(door.bindingId);
    if (name !== null) history.pushState(null, "", path + name);
  });
  return door;
}

/** What an address says, slashes and all. @param {string} given */
function bindingIdOf(given) {
  return given.replace(/(%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped; // percent signs that mean themselves
    }
  });
}

/** Null where no address can name an id. @param {string} bindingId */
function addressOf(bindingId) {
  try {
    return /^\.{0,2}$/.test(bindingId) ? null : encodeURIComponent(bindingId);
  } catch {
    return null; // half a pair
  }
}
