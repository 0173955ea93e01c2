import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { desktop, expectNoViolations, launchBrowser, openPage } from './support/person.ts'
import { type Account, seedAccount } from './tools/seed-account.ts'
import { shotSettings } from './tools/shot.ts'
import { shots } from './tools/shot-list.ts'

let browser: Browser
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let app: AppProcess
let account: Account
beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = await makeDataDir()
  app = await startApp(dataDir.path, shotSettings)
  account = await seedAccount(app.url)
}, 180_000)
afterAll(async () => {
  await browser.close()
  await app.stop()
  await dataDir.remove()
})

const visitor = { cookies: [], origins: [] }

/** Screens that need nothing of a real server; the component tests check them with axe (`screens.test.tsx`). */
const seenAsComponent =
  /^(login|signup|not-found|image-|connect-models|models|manage-account|usage|your-models|model-keys|pricing|billing-portal|video|edit|account-menu|palette|shortcuts|assets|forgot-password|reset-password|confirm-email|share$|project-(none|empty|close|delete|branch|remix|lightbox|failed)$|lineage-(compare|cull|cost|rerun)$)/

/** The list of screens does not depend on the account. */
const names = shots({
  regular: visitor,
  newcomer: visitor,
  fullProject: '',
  emptyProject: '',
  readmeProject: '',
  sharedAddress: '',
  lineageProject: '',
  raceProject: '',
})
  .map(({ name }) => name)
  .filter((name) => !seenAsComponent.test(name))

/** Frames for what comes after the page: its data and its pictures. */
const settleMs = 700

type Tab = Awaited<ReturnType<typeof openPage>>

/** Idle tabs of each account. A new tab is a new process, which compiles everything again: twice the work of a page. */
const idle: Record<'regular' | 'new' | 'visitor', Tab[]> = { regular: [], new: [], visitor: [] }

async function openTab(person: keyof typeof idle): Promise<Tab> {
  const context = await browser.newContext({
    ...desktop,
    baseURL: app.url,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    ...(person !== 'visitor' && { storageState: person === 'new' ? account.newcomer : account.regular }),
  })
  return openPage(context)
}

/** Waits until the application shows the screen, which can take seconds on a busy machine. */
const begun = (page: Tab) =>
  page.waitForFunction(() => document.title !== '' && document.querySelector('h1, [aria-level="1"]'))

/** Leaves the page, so that nothing that was written, dismissed, hovered or intercepted remains for the next screen. */
async function clear(page: Tab, person: keyof typeof idle): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.mouse.move(-1, -1)
  if (person === 'visitor') await page.context().clearCookies()
}

// Several at once: most of the time is spent waiting for what a screen does by itself.
describe.concurrent('every screen and dialog', () => {
  it.each(names)('%s has no violation that axe finds, in both themes', { timeout: 60_000 }, async (name) => {
    const shot = shots(account).find((each) => each.name === name)
    if (!shot) throw new Error(`There is no ${name}.`)
    const { path, isSignedIn, prepare } = shot
    const person = isSignedIn ?? 'visitor'
    const page = idle[person].pop() ?? (await openTab(person))
    await prepare?.before?.(page)
    await page.goto(path)
    await begun(page)
    await page.waitForTimeout(settleMs)
    await prepare?.after?.(page)
    await expectNoViolations(page)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
    })
    // Of all that axe checks, a theme changes the colors alone.
    await expectNoViolations(page, ['color-contrast'])
    expect(page.errors).toEqual([])
    // After a failure there is no next one.
    await clear(page, person)
    idle[person].push(page)
  })
})
