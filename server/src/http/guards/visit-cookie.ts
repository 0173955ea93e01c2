import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { readVisit, type Visit, visitText } from '#server/features/sharing/open-share.ts'
import type { AppEnv } from '../app-context.ts'

/** One for each link, so that several can be open side by side. */
const cookieName = (shareId: string) => `espalier-visit-${shareId}`

/** The visit of a link that a request carries; null without one. */
export const readVisitCookie = (c: Context<AppEnv>, shareId: string): Visit | null =>
  readVisit(getCookie(c, cookieName(shareId)))

/**
 * The Set-Cookie header of a visit until the browser is closed: sent to the reviewers' calls alone, inaccessible to scripts, and
 * from no other site. @param publicUrl Where it begins with https:, the cookie is sent by TLS alone.
 */
export const visitCookie = ({
  shareId,
  visit,
  publicUrl,
}: {
  readonly shareId: string
  readonly visit: Visit
  readonly publicUrl: string | undefined
}): string =>
  generateCookie(cookieName(shareId), visitText(visit), {
    path: '/api/shared',
    httpOnly: true,
    sameSite: 'Strict',
    secure: publicUrl?.startsWith('https:') ?? false,
  })
