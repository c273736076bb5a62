/** The token that proves that a form comes from this site. The browser's cookie has the one that counts: the one in the
 *  page is out of date once the visitor has signed in, here or in another tab. */

const FIELD = "csrfmiddlewaretoken", HEADER = "x-csrftoken", COOKIE = "csrftoken";

/** Return the token that counts now; empty if the site has set none. */
function token() {
  const cookie = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return cookie?.slice(COOKIE.length + 1) ?? "";
}

/** Return the headers with which a request may change something; none if the site has set no token. @returns {Record<string, string>} */
export function ofThisSite() {
  const now = token();
  return now ? { [HEADER]: now } : {};
}

/** Have every form and every request of htmx send the token that counts. */
export function sendTokens() {
  document.addEventListener("formdata", ({ formData }) => {
    const now = token();
    if (now && formData.has(FIELD)) formData.set(FIELD, now);
  });
  document.addEventListener("htmx:configRequest", (event) => {
    const { headers } = /** @type {CustomEvent<{headers: Record<string, string>}>} */ (event).detail;
    Object.assign(headers, ofThisSite());
  });
}
