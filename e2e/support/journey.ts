import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type AppProcess, makeDataDir, sharedApp, startApp } from './app-process.ts'
import { type Account, desktop, launchBrowser, openPage, signUpByRequest } from './person.ts'

/** A server, and a browser on it. */
export type Journey = {
  readonly browser: Browser
  /** Shared with other test files, unless the journey has settings of its own: never stopped by a test. */
  readonly app: Pick<AppProcess, 'url'>
  readonly context: BrowserContext
  readonly page: Page & { readonly errors: string[] }
  /** Closes every page of the browser, and a server of its own with its data. */
  close(): Promise<void>
}

type JourneyOptions = {
  /** The account that is signed up and in at the beginning; default: a visitor. */
  readonly account?: Account
  /**
   * Settings of a server of its own; default: the server of this worker. Users do not see each other's data, so a fresh
   * account is as good as a fresh server, which takes as long to start as ten tests.
   */
  readonly variables?: Record<string, string>
  /** The screen; default: a desktop. */
  readonly screen?: BrowserContextOptions
}

let browserOfWorker: Promise<Browser> | null = null

/** The browser of this worker, which ends with it: starting one takes a second. */
export function sharedBrowser(): Promise<Browser> {
  browserOfWorker ??= launchBrowser()
  return browserOfWorker
}

/** Starts what most tests in a browser need: the server, the browser, and a new account. */
export async function openJourney(options: JourneyOptions = {}): Promise<Journey> {
  const { variables, ...person } = options
  const browser = await sharedBrowser()
  const own = variables && (await startOwn(variables))
  const app = own ? own.app : sharedApp()
  return {
    browser,
    app,
    ...(await openScreen(app, person)),
    async close() {
      await Promise.all(browser.contexts().map((each) => each.close()))
      await own?.stop()
    },
  }
}

/** Opens a browser context of its own with one page: for a new account, or for a visitor. */
export async function openScreen(
  { url }: Journey['app'],
  { account, screen = desktop }: Pick<JourneyOptions, 'account' | 'screen'> = {},
): Promise<Pick<Journey, 'context' | 'page'>> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ ...screen, baseURL: url })
  if (account) await signUpByRequest(context, url, account)
  return { context, page: await openPage(context) }
}

async function startOwn(variables: Record<string, string>) {
  const dataDir = await makeDataDir()
  const app = await startApp(dataDir.path, variables)
  return {
    app,
    async stop() {
      await app.stop()
      await dataDir.remove()
    },
  }
}
