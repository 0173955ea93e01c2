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

// Several at once: most of each is waiting for what a screen does by itself.
describe.concurrent('every screen and dialog', () => {
  it.each(names)(
    '%s has no violation that axe finds, in the dark and in the light',
    { timeout: 60_000 },
    async (name) => {
      const shot = shots(account).find((each) => each.name === name)
      if (!shot) throw new Error(`There is no ${name}.`)
      const { path, isSignedIn, prepare } = shot
      const context = await browser.newContext({
        ...desktop,
        baseURL: app.url,
        colorScheme: 'dark',
        reducedMotion: 'reduce',
        ...(isSignedIn && { storageState: isSignedIn === 'new' ? account.newcomer : account.regular }),
      })
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
      await context.close()
    },
  )
})
