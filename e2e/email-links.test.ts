import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, type SmtpFake, startSmtpFake } from '#server-testing/smtp-fake.ts'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import {
  type Account,
  desktop,
  expectNoViolations,
  launchBrowser,
  newAccount,
  openPage,
  phone,
  signIn,
  signOut,
  signUp,
} from './support/person.ts'

/** The address of a server that sends emails must be known before it starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function startMailing(post: SmtpFake, variables: Record<string, string> = {}) {
  const dataDir = await makeDataDir()
  const port = String(await freePort())
  const app = await startApp(dataDir.path, {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: post.url,
    MAIL_FROM: 'Espalier <espalier@example.com>',
    ...variables,
  })
  return { app, dataDir }
}

let browser: Browser
let post: SmtpFake
let mailing: Awaited<ReturnType<typeof startMailing>>
beforeAll(async () => {
  browser = await launchBrowser()
  post = await startSmtpFake()
})
afterAll(async () => {
  await browser.close()
  await post.stop()
})

const open = async (app: AppProcess, screen: typeof desktop | typeof phone = desktop) =>
  openPage(await browser.newContext({ ...screen, baseURL: app.url }))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title }).waitFor()

describe('a forgotten password', () => {
  beforeAll(async () => {
    mailing = await startMailing(post)
  }, 60_000)
  afterAll(async () => {
    await mailing.app.stop()
    await mailing.dataDir.remove()
  })

  const account = newAccount('Mara')
  const changed: Account = { ...account, password: 'another99' }

  it('is replaced by an email link, with the keyboard alone, and signs in with the new one', async () => {
    const page = await open(mailing.app)
    await signUp(page, mailing.app.url, account)
    await signOut(page)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Forgot your password?')
    await page.getByLabel('Email').focus()
    await page.keyboard.type('mara')
    await page.keyboard.press('Enter')
    await page.getByText('That is not an email address').waitFor()
    await page.getByLabel('Email').fill(account.email)
    await page.keyboard.press('Enter')
    await heading(page, 'Check your inbox')
    const letter = await post.emailTo(account.email)
    await page.goto(linkIn(letter).href)
    await heading(page, 'Set a new password')
    await page.getByLabel('New password').fill('short')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('New password').fill(changed.password)
    await button(page, 'Show password').click()
    await expect.poll(() => page.getByLabel('New password').getAttribute('type')).toBe('text')
    await page.getByLabel('New password').press('Enter')
    await page.waitForURL('**/login')
    await toast(page, 'New password set')
    await signIn(page, mailing.app.url, changed)
    // The link is used up.
    await page.goto(linkIn(letter).href)
    await page.getByLabel('New password').fill('third99')
    await button(page, 'Set password').click()
    await heading(page, 'This link no longer works')
    await page.getByRole('link', { name: 'Send another link' }).click()
    await heading(page, 'Forgot your password?')
    expect(page.errors).toEqual([])
    await page.context().close()
  })

  it('is answered with the same text for an unknown account', async () => {
    const page = await open(mailing.app, phone)
    const unknown = newAccount('Unknown')
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(unknown.email)
    await button(page, 'Send the link').tap()
    await heading(page, 'Check your inbox')
    await page.getByText(`If there is an account for ${unknown.email},`).waitFor()
    await button(page, 'Send again').tap()
    await toast(page, 'Sent again')
    await page.context().close()
  })

  it('shows a notice where the server does not answer, and can be requested again', async () => {
    const page = await open(mailing.app)
    await page.route('**/api/sign-in-options', (route) => route.abort())
    await page.goto('/forgot-password')
    await heading(page, "Espalier can't be reached")
    await expectNoViolations(page)
    await page.unroute('**/api/sign-in-options')
    await button(page, 'Try again').click()
    await heading(page, 'Forgot your password?')
    await page.context().close()
  })
})

describe('an email that must be confirmed', () => {
  beforeAll(async () => {
    mailing = await startMailing(post, { EMAIL_CONFIRMATION: 'needed' })
  }, 60_000)
  afterAll(async () => {
    await mailing.app.stop()
    await mailing.dataDir.remove()
  })

  const account = newAccount('Ada')

  const fillSignUp = async (page: Page) => {
    await page.goto('/signup')
    await page.getByText('We send you a link to confirm it').waitFor()
    await page.getByLabel('First Name').fill(account.firstName)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await button(page, 'Sign up').click()
    await heading(page, 'Confirm your email')
  }

  it('keeps a new account waiting for its email, whose link signs in', async () => {
    const page = await open(mailing.app)
    await fillSignUp(page)
    await page.getByText(account.email).waitFor()
    const first = await post.emailTo(account.email)

    // Signing in says the same, and offers another email.
    await page.goto('/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await button(page, 'Sign in').click()
    await heading(page, 'Confirm your email')
    const second = await post.emailTo(account.email, first)
    await button(page, 'Send again').click()
    await toast(page, 'Sent again')
    const third = await post.emailTo(account.email, second)

    await page.goto(linkIn(third).href)
    await heading(page, 'Confirm your email')
    await page.getByText(`You create an account for ${account.email}.`).waitFor()
    await expectNoViolations(page)
    await button(page, 'Confirm email').click()
    await heading(page, 'Email confirmed')
    await page.getByRole('link', { name: 'Start creating' }).click()
    await page.getByPlaceholder('Describe an image and click Go').waitFor()
    await signOut(page)
    await signIn(page, mailing.app.url, account)

    // Another browser opens the link once more: it signs in no one.
    const other = await open(mailing.app, phone)
    await other.goto(linkIn(third).href)
    await button(other, 'Confirm email').tap()
    await heading(other, 'Email confirmed')
    await other.getByRole('link', { name: 'Sign in' }).tap()
    await other.waitForURL('**/login')
    await other.context().close()
    expect(page.errors).toEqual([])
    await page.context().close()
  })

  it('is requested again where the link has expired', async () => {
    const page = await open(mailing.app, phone)
    await page.goto('/confirm-email?token=pear')
    await button(page, 'Confirm email').tap()
    await heading(page, 'This link no longer works')
    await page.getByLabel('Email').fill(newAccount('Bo').email)
    await button(page, 'Send the link').tap()
    await heading(page, 'Confirm your email')
    await page.getByRole('link', { name: 'Back to sign in' }).tap()
    await page.waitForURL('**/login')
    await page.context().close()
  })
})
