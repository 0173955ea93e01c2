import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { makeDataDir, startApp } from '../support/app-process.ts'
import { launchBrowser } from '../support/person.ts'
import { seedAccount } from './seed-account.ts'
import { shotSettings } from './shot.ts'
import { shots } from './shot-list.ts'

/**
 * Photographs every screen at three sizes in both themes, into shots/, on a server and a data folder of its own. `npm
 * run shots -- image project` takes only those whose name begins so.
 */
const wanted = process.argv.slice(2)
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const themes = ['dark', 'light'] as const
const settleMs = 700

async function photograph(browser: Browser, address: string): Promise<void> {
  const account = await seedAccount(address)
  for (const { name, path, isSignedIn, isFullPage, prepare } of shots(account)) {
    if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue
    for (const viewport of sizes)
      for (const theme of themes) {
        const context = await browser.newContext({
          baseURL: address,
          viewport,
          colorScheme: theme,
          hasTouch: viewport.width < 600,
          ...(isSignedIn && { storageState: isSignedIn === 'new' ? account.newcomer : account.regular }),
        })
        const page = await context.newPage()
        page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
        page.on('console', (message) => {
          if (message.type() === 'error') console.error(`${name}: ${message.text()}`)
        })
        await prepare?.before?.(page)
        await page.goto(path)
        await page.waitForTimeout(settleMs)
        await prepare?.after?.(page)
        await page.screenshot({
          path: `shots/${name}-${viewport.width}-${theme}.png`,
          fullPage: isFullPage ?? false,
        })
        await context.close()
      }
    console.log(name)
  }
}

mkdirSync('shots', { recursive: true })
const dataDir = await makeDataDir()
const app = await startApp(dataDir.path, shotSettings)
const browser = await launchBrowser()
try {
  await photograph(browser, app.url)
} finally {
  await browser.close()
  await app.stop()
  await dataDir.remove()
}
