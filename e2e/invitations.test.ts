import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled } from '#server-testing/ordered-process.ts'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { desktop, expectNoViolations, launchBrowser, newAccount, openPage, phone } from './support/person.ts'

const program = fileURLToPath(new URL('../server/src/admin/main.ts', import.meta.url))
const run = promisify(execFile)

let browser: Browser
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = await makeDataDir()
})
afterAll(async () => {
  await browser.close()
  await dataDir.remove()
})

const open = async (app: AppProcess, screen: typeof desktop | typeof phone = desktop) =>
  openPage(await browser.newContext({ ...screen, baseURL: app.url }))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Runs `npm run admin -- invite EMAIL`, beside the running server. */
async function invitationLink(email: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir.path, SIGN_UP: 'invite', NODE_COMPILE_CACHE: compiled }
  const { stdout } = await run(process.execPath, [program, 'invite', email], { env })
  return /\/signup#[\w-]+/.exec(stdout)?.[0] ?? ''
}

describe('a server with sign-up by invitation', () => {
  let app: AppProcess
  beforeAll(async () => {
    app = await startApp(dataDir.path, { SIGN_UP: 'invite' })
  }, 60_000)
  afterAll(() => app.stop())

  it('shows this on the landing page, and lets existing accounts sign in', async () => {
    const page = await open(app)
    await page.goto('/')
    await page.getByRole('link', { name: 'Get Started Free' }).first().click()
    await heading(page, 'By invitation only')
    await page.getByText('npm run admin -- invite EMAIL').waitFor()
    await expectNoViolations(page)
    expect(await page.getByLabel('Email').count()).toBe(0)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await heading(page, 'Welcome back')
    expect(page.errors).toEqual([])
    await page.context().close()
  })

  it('creates an account by the link of an invitation, with its email, once', async () => {
    const account = newAccount('Mara')
    const link = await invitationLink(account.email)
    const page = await open(app, phone)
    await page.goto(link)
    await heading(page, 'Create your account')
    await page.getByText('Your invitation is for this email').waitFor()
    await expectNoViolations(page)
    const email = page.getByLabel('Email')
    expect([await email.inputValue(), await email.isEditable()]).toEqual([account.email, false])
    await page.getByLabel('First Name').fill(account.firstName)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await button(page, 'Sign up').tap()
    await page.waitForURL(`${app.url}/`)
    await page.locator('.toast').filter({ hasText: 'Account created!' }).waitFor()
    expect(page.errors).toEqual([])

    const other = await open(app)
    await other.goto(link)
    await heading(other, 'This invitation no longer works')
    await expectNoViolations(other)
    await other.context().close()
    await page.context().close()
  })
})

describe('a server with closed sign-up', () => {
  it('shows this on the landing page', async () => {
    const app = await startApp(dataDir.path, { SIGN_UP: 'closed' })
    try {
      const page = await open(app)
      await page.goto('/signup')
      await heading(page, 'No new accounts')
      await expectNoViolations(page)
      await page.context().close()
    } finally {
      await app.stop()
    }
  }, 60_000)
})
