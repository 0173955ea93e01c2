import { randomUUID } from 'node:crypto'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { chromiumArguments, findChromium } from '#server-testing/chromium.ts'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: chromiumArguments })

/** Requests of a service worker do not pass the routes of a page. Tests of pages without a connection have it. */
const withoutWorker = { serviceWorkers: 'block' } as const

/** What only moves is not waited for; with a quarter of the painting. With motion: the phone, and what a test asks for. */
export const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...withoutWorker } as const
export const phone = {
  ...withoutWorker,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const

export type Account = { readonly firstName: string; readonly email: string; readonly password: string }

export const newAccount = (firstName: string): Account => ({
  firstName,
  email: `${firstName.toLowerCase()}-${randomUUID()}@example.com`,
  password: 'secret99',
})

const noteForbidden = 'noteForbiddenByContentPolicy'

/** A page whose own errors fail the test that checks `errors`. */
export async function openPage(context: BrowserContext): Promise<Page & { readonly errors: string[] }> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  // Some faults are only reported by the browser: violations of the content policy fail the test as well, and so does a
  // preload whose file is fetched twice.
  await page.exposeFunction(noteForbidden, (what: string) => errors.push(what))
  await page.addInitScript((name) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const note: unknown = Reflect.get(window, name)
      if (typeof note === 'function') note(`${effectiveDirective} forbids ${blockedURI} of ${sourceFile}`)
    })
  }, noteForbidden)
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('A preload for')) errors.push(text)
  })
  return Object.assign(page, { errors })
}

export async function signUp(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(`${url}/signup`)
  await page.getByLabel('First Name').fill(account.firstName)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(`${url}/`)
}

/** Signs up without a page: the browser is signed in from its first one on. Its person is not new: no hint is shown. */
export async function signUpByRequest(context: BrowserContext, url: string, account: Account): Promise<void> {
  const data = { ...account, name: account.firstName }
  const reply = await context.request.post(`${url}/api/auth/sign-up/email`, { data, headers: { origin: url } })
  if (!reply.ok()) throw new Error(`Sign-up answered ${reply.status()}: ${await reply.text()}`)
  await context.request.put(`${url}/api/account/first-steps`, { data: { done: 3 }, headers: { origin: url } })
}

/** Signs in, and waits for the page that it leads to: the one that the person came for, else the first one. */
export async function signIn(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  const ended = page.waitForResponse('**/api/auth/sign-out')
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await ended
}

/** Writes a prompt on the image page and presses Go. */
export async function pressGo(page: Page, prompt: string): Promise<void> {
  await page.getByPlaceholder('Describe an image and click Go').fill(prompt)
  await page.getByRole('button', { name: /^Go\b/ }).click()
}

/** Waits until the element has the focus: a closing dialog gives it back when it is gone. */
export const expectFocused = (element: Locator) =>
  expect.poll(() => element.evaluate((it) => it === document.activeElement)).toBe(true)

/** Statuses of the four image slots of a card, as the page shows them. */
export const tileStatuses = (page: Page) =>
  page.locator('[data-image]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-status')))

/** Waits until all animations in time but endless ones have ended: half faded, letters have less contrast. */
const comeToRest = (page: Page) =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect, timeline }) =>
            playState === 'running' &&
            timeline instanceof DocumentTimeline &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    for (let found = moving(); found.length > 0; found = moving())
      await Promise.allSettled(found.map(({ finished }) => finished))
  })

/** @param rules the only rules to check, by axe's names; default: axe's default rules */
export async function expectNoViolations(page: Page, rules?: readonly string[]): Promise<void> {
  await comeToRest(page)
  // Half a megabyte of script, which a page that was checked before still has.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // Passed rules are not described: that takes most of axe's time, and the test does not read it.
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, rules ?? null)
  expect(found).toEqual([])
}
