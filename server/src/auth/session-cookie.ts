import { createHash } from 'node:crypto'

/** The parts that name the cookies of an instance: where it is reached, and the secret that signs its sessions. */
export type Instance = { readonly publicUrl: string | undefined; readonly secret: string }

/**
 * The name of the cookie of a session. Behind TLS it begins with `__Host-`: browsers then take it from this host alone
 * (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#name-the-__host-prefix).
 */
export const sessionCookieName = (instance: Instance): string => `${cookiePrefix(instance)}.session_token`

/**
 * The prefix that better-auth puts before the names of its cookies; it knows no prefix but `__Secure-`, hence the full name. Cookies know no
 * port: with a part of its own, an instance beside others of the same host ends none of their sessions.
 */
export function cookiePrefix({ publicUrl, secret }: Instance): string {
  const own = createHash('sha256').update(`cookies of ${secret}`).digest('hex').slice(0, 8)
  return `${publicUrl?.startsWith('https:') ? '__Host-' : ''}espalier-${own}`
}

/** The name before 2026-11-29, the only way in of a guest who began before: read where the other is not sent. */
export const oldSessionCookieName = ({ publicUrl }: Instance): string =>
  `${publicUrl?.startsWith('https:') ? '__Host-' : ''}better-auth.session_token`

/** The header that gives a session its present name, for the session's remaining days. @param seconds How long the cookie lasts. */
export const renamedSessionCookie = (
  { publicUrl, secret }: Instance,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): string => {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : ''
  return `${sessionCookieName({ publicUrl, secret })}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Whether a browser sends a session, of this instance or another: what a page shows before the session is read. */
export const sendsSession = (cookies: string | undefined): cookies is string =>
  /(?:^|; )(?:__Host-)?(?:espalier-[0-9a-f]{8}|better-auth)\.session_token=/.test(cookies ?? '')

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
