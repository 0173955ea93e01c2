import type { Browser, BrowserContext } from 'playwright-core'
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

const nobody = { cookies: [], origins: [] }
/** What there is to photograph does not depend on who is asked for. */
const names = shots({
  regular: nobody,
  newcomer: nobody,
  fullProject: '',
  emptyProject: '',
  readmeProject: '',
  sharedAddress: '',
  lineageProject: '',
  raceProject: '',
}).map(({ name }) => name)

/** Frames for what comes after the page: its data and its pictures. */
const settleMs = 700

/** Browsers of each person that nobody uses now: what they have loaded once they need not compile again. */
const idle: Record<'regular' | 'new' | 'nobody', BrowserContext[]> = { regular: [], new: [], nobody: [] }

const openContext = (person: keyof typeof idle) =>
  browser.newContext({
    ...desktop,
    baseURL: app.url,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    ...(person !== 'nobody' && { storageState: person === 'new' ? account.newcomer : account.regular }),
  })

// Several at once: most of each is waiting for what a screen does by itself.
describe.concurrent('every screen and dialog', () => {
  it.each(names)(
    '%s has no violation that axe finds, in the dark and in the light',
    { timeout: 60_000 },
    async (name) => {
      const shot = shots(account).find((each) => each.name === name)
      if (!shot) throw new Error(`There is no ${name}.`)
      const { path, isSignedIn, prepare } = shot
      const person = isSignedIn ?? 'nobody'
      const context = idle[person].pop() ?? (await openContext(person))
      const page = await openPage(context)
      await prepare?.before?.(page)
      await page.goto(path)
      await page.waitForTimeout(settleMs)
      await prepare?.after?.(page)
      await expectNoViolations(page)
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'light'
      })
      // Of all that axe looks at, a theme changes the colours alone.
      await expectNoViolations(page, ['color-contrast'])
      expect(page.errors).toEqual([])
      // Nothing that was written or dismissed is there for the next; after a failure there is no next one.
      await page.evaluate(() => localStorage.clear())
      if (person === 'nobody') await context.clearCookies()
      await page.close()
      idle[person].push(context)
    },
  )
})
