import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkIn, type SmtpFake, startSmtpFake } from '#server-testing/smtp-fake.ts'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { newAccount, phone, signIn, signOut } from './support/person.ts'

/** The address of a server that sends emails must be known before it starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

let post: SmtpFake
let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  post = await startSmtpFake()
  const port = String(await freePort())
  journey = await openJourney({
    variables: {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: post.url,
      MAIL_FROM: 'Espalier <espalier@example.com>',
      EMAIL_CONFIRMATION: 'needed',
    },
  })
  page = journey.page
})
afterAll(async () => {
  await journey.close()
  await post.stop()
})

const heading = (on: Page, name: string) => on.getByRole('heading', { level: 1, name }).waitFor()
const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true })

it('an account is opened by the link of an email, which no other browser can use, and gets a new password by another', async () => {
  const { app } = journey
  const account = newAccount('Ada')
  await page.goto('/signup')
  await page.getByLabel('First Name').fill(account.firstName)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await button(page, 'Sign up').click()
  await heading(page, 'Confirm your email')
  const first = await post.emailTo(account.email)
  // Signing in says the same, and sends another email.
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await button(page, 'Sign in').click()
  await heading(page, 'Confirm your email')
  const second = await post.emailTo(account.email, first)
  await page.goto(linkIn(second).href)
  await page.getByText(`You create an account for ${account.email}.`).waitFor()
  await button(page, 'Confirm email').click()
  await heading(page, 'Email confirmed')
  await page.getByRole('link', { name: 'Start creating' }).click()
  await page.getByPlaceholder('Describe an image and click Go').waitFor()

  const { page: other } = await openScreen(app, { screen: phone })
  await other.goto(linkIn(second).href)
  await button(other, 'Confirm email').tap()
  await heading(other, 'Email confirmed')
  await other.getByRole('link', { name: 'Sign in' }).tap()
  await other.waitForURL('**/login')

  await signOut(page)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(account.email)
  await page.keyboard.press('Enter')
  await heading(page, 'Check your inbox')
  const third = await post.emailTo(account.email, second)
  const setPassword = async (password: string) => {
    await page.goto(linkIn(third).href)
    await page.getByLabel('New password').fill(password)
    await button(page, 'Set password').click()
  }
  await setPassword('another99')
  await page.waitForURL('**/login')
  await signIn(page, app.url, { ...account, password: 'another99' })
  // The link is used up.
  await setPassword('third99')
  await heading(page, 'This link no longer works')
  expect([page.errors, other.errors]).toEqual([[], []])
})
