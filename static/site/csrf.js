/** The CSRF token. The one in the cookie is authoritative: that of the page is out of date once the visitor has signed
 *  in, here or in another tab. */

const FIELD = "csrfmiddlewaretoken", HEADER = "x-csrftoken", COOKIE = "csrftoken";

/** Return the current token; empty if the site has set none. */
function token() {
  const cookie = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return cookie?.slice(COOKIE.length + 1) ?? "";
}

/** Return the headers that a POST request needs; none if the site has set no token. @returns {Record<string, string>} */
export function ofThisSite() {
  const now = token();
  return now ? { [HEADER]: now } : {};
}

/** Blank the tokens of a fetched page, which differ in every answer, so that it is equal to what is shown while nothing
 *  else has changed. The current one is filled in when a form is sent. @param {Document} page */
export function blankTokens(page) {
  for (const field of page.querySelectorAll(`input[name=${FIELD}]`)) field.setAttribute("value", "");
}

/** Make every form and every htmx request send the current token. */
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
