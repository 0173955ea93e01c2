import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type AppProcess, makeDataDir, startApp } from './app-process.ts'
import { type Account, desktop, launchBrowser, openPage, signUp } from './person.ts'

/** A server with data of its own, and a browser that looks at it. */
export type Journey = {
  readonly browser: Browser
  readonly app: AppProcess
  readonly context: BrowserContext
  readonly page: Page & { readonly errors: string[] }
  /** Ends both, and throws the data away. */
  close(): Promise<void>
}

type JourneyOptions = {
  /** Who is signed up and in when it begins; left out: nobody. */
  readonly account?: Account
  /** Settings of the server. */
  readonly variables?: Record<string, string>
  /** How it is looked at; left out: on a desktop. */
  readonly screen?: BrowserContextOptions
}

/** Starts what most tests in a browser need: the server, the browser, and somebody who has just signed up. */
export async function openJourney(options: JourneyOptions = {}): Promise<Journey> {
  const { account, variables, screen = desktop } = options
  const browser = await launchBrowser()
  const dataDir = await makeDataDir()
  const app = await startApp(dataDir.path, variables)
  const context = await browser.newContext({ ...screen, baseURL: app.url })
  const page = await openPage(context)
  if (account) await signUp(page, app.url, account)
  return {
    browser,
    app,
    context,
    page,
    async close() {
      await browser.close()
      await app.stop()
      await dataDir.remove()
    },
  }
}
