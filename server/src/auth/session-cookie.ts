/**
 * The name of the cookie of a session. Behind TLS it begins with `__Host-`: browsers then take it from this host alone
 * (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#name-the-__host-prefix).
 */
export const sessionCookieName = (publicUrl: string | undefined): string => `${cookiePrefix(publicUrl)}.session_token`

/** What better-auth puts before the names of its cookies. It knows no prefix but `__Secure-`, hence the full name. */
export const cookiePrefix = (publicUrl: string | undefined): string =>
  publicUrl?.startsWith('https:') ? '__Host-better-auth' : 'better-auth'

/**
 * The value of the first cookie with exactly this name, as it was sent; null where there is none.
 * @param header The `cookie` header: pairs of name and value, separated by semicolons (RFC 6265, 4.2.1).
 */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
