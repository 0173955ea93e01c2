import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { user, visitor } from '#web/testing/fake-account.ts'
import { lostConnection, type PlainReplies, type Replies } from '#web/testing/fake-server.ts'

const options = (over: object = {}): Replies => ({
  signIn: {
    options: () => ({ resetsPassword: true, confirmsEmail: true, signUp: 'open', allowsGuests: false, ...over }),
  },
})
const open = (path: string, plain: PlainReplies = {}, replies = options()) =>
  openApp(path, { replies, plain: { ...visitor, ...plain } })
const done = () => Response.json({ status: true })
const dead = () => Response.json({ code: 'unauthenticated', data: { reason: 'INVALID_TOKEN' } }, { status: 401 })

const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const expectHeading = (name: string) => expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
const at = (path: string) => expect.poll(() => location.pathname).toBe(path)
/** The bodies of the requests to an address of the sign-in. */
const sentTo = ({ requests }: Awaited<ReturnType<typeof openApp>>, path: string) =>
  requests.filter((request) => request.path === `/api/auth/${path}`).map(({ body }) => body)

describe('a forgotten password', () => {
  it('is asked for from the sign-in, with the keyboard alone, and can be sent again', async () => {
    const server = await open('/login', { 'POST /api/auth/request-password-reset': done })
    const forgot = link('Forgot your password?')
    await expect.element(forgot).toBeVisible()
    const element = forgot.element()
    if (element instanceof HTMLElement) element.focus()
    await userEvent.keyboard('{Enter}')
    await expectHeading('Forgot your password?')
    await field('Email').fill('mara')
    await userEvent.keyboard('{Enter}')
    await expectText('That is not an email address')
    await field('Email').fill('mara@orchard.studio')
    await userEvent.keyboard('{Enter}')
    await expectHeading('Check your inbox')
    await expectText('If there is an account for mara@orchard.studio,')
    await button('Send again').click()
    await expectText('Sent again')
    expect(sentTo(server, 'request-password-reset')).toEqual(Array(2).fill({ email: 'mara@orchard.studio' }))
  })

  it('is replaced by the token of the link, which leaves the history with its page', async () => {
    const server = await open('/reset-password?token=pear', { 'POST /api/auth/reset-password': done })
    const password = field('New password')
    const pages = history.length
    await password.fill('short')
    await userEvent.keyboard('{Enter}')
    await expect.element(password).toHaveAttribute('aria-invalid', 'true')
    await password.fill('another99')
    await button('Show password').click()
    await expect.element(password).toHaveAttribute('type', 'text')
    const element = password.element()
    if (element instanceof HTMLElement) element.focus()
    await userEvent.keyboard('{Enter}')
    await at('/login')
    expect(history.length).toBe(pages)
    await expectText('New password set')
    expect(sentTo(server, 'reset-password')).toEqual([{ token: 'pear', newPassword: 'another99' }])
  })

  it('needs another link where this one was used or has expired', async () => {
    await open('/reset-password?token=pear', { 'POST /api/auth/reset-password': dead })
    await field('New password').fill('another99')
    await button('Set password').click()
    await expectHeading('This link no longer works')
    await link('Send another link').click()
    await expectHeading('Forgot your password?')
  })

  it('shows a notice where the server does not answer, and can be requested again', async () => {
    const server = await open('/forgot-password', {}, { signIn: { options: () => lostConnection() } })
    await expectHeading("Espalier can't be reached")
    server.reply(options())
    await button('Try again').click()
    await expectHeading('Forgot your password?')
  })
})

describe('an email that must be confirmed', () => {
  it('keeps a new account waiting', async () => {
    const server = await open('/signup', {
      'POST /api/auth/sign-up/email': () => Response.json({ token: null, user: { id: user.id } }),
      'POST /api/auth/send-verification-email': done,
    })
    await expectText('We send you a link to confirm it')
    await field('First Name').fill('Ada')
    await field('Email').fill('ada@orchard.studio')
    await field('Password').fill('orchard')
    await button('Sign up').click()
    await expectHeading('Confirm your email')
    await expectText('We have sent a link to ada@orchard.studio.')
    await button('Send again').click()
    await expectText('Sent again')
    expect(sentTo(server, 'send-verification-email')).toEqual([{ email: 'ada@orchard.studio' }])
    await link('Back to sign in').click()
    await at('/login')
  })

  it('is confirmed by the button of the page alone, which names the address and signs in', async () => {
    let session: object | null = null
    const token = `a.${btoa(JSON.stringify({ email: 'ada@orchard.studio' }))}.b`
    const server = await open(`/confirm-email?token=${token}`, {
      'GET /api/auth/get-session': () => Response.json(session && { user: session }),
      'POST /api/auth/verify-email': () => {
        session = user
        return done()
      },
    })
    await expectText('You create an account for ada@orchard.studio.')
    expect(sentTo(server, 'verify-email')).toEqual([])
    await button('Confirm email').click()
    await expectHeading('Email confirmed')
    await expectText('You are signed in, and can start at once.')
    await link('Start creating').click()
    await at('/image')
    expect(sentTo(server, 'verify-email')).toEqual([{ token }])
  })

  it('that was confirmed before signs in no one', async () => {
    await open('/confirm-email?token=pear', { 'POST /api/auth/verify-email': done })
    await button('Confirm email').click()
    await expectHeading('Email confirmed')
    await link('Sign in').click()
    await at('/login')
  })

  it('is requested again where the link has expired', async () => {
    const server = await open('/confirm-email?token=pear', {
      'POST /api/auth/verify-email': dead,
      'POST /api/auth/send-verification-email': done,
    })
    await button('Confirm email').click()
    await expectHeading('This link no longer works')
    await field('Email').fill('bo@orchard.studio')
    await button('Send the link').click()
    await expectHeading('Confirm your email')
    expect(sentTo(server, 'send-verification-email')).toEqual([{ email: 'bo@orchard.studio' }])
  })
})
