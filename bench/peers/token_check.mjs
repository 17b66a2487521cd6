// The token check of both peers: verified once, remembered until it expires.
import { createVerifier } from "fast-jwt";

const verify = createVerifier({
  key: process.env.DIRECTORY_JWT_SECRET,
  algorithms: ["HS256"],
  requiredClaims: ["exp", "sub", "app"],
});
const known = new Map();

/** The claims of the bearer's token; undefined if it does not hold. */
export function claimsOf(authorization) {
  const claims = known.get(authorization) ?? verified(authorization);
  return claims && claims.exp > Date.now() / 1000 ? claims : undefined;
}

function verified(authorization) {
  try {
    const claims = verify(authorization.slice("Bearer ".length));
    known.set(authorization, claims);
    return claims;
  } catch {
    return undefined;
  }
}
