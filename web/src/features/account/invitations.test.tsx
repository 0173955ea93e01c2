import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { user, visitor } from '#web/testing/fake-account.ts'
import { type Replies, refuse } from '#web/testing/fake-server.ts'

const email = 'mara@orchard.studio'
const field = (name: string) => page.getByLabelText(name, { exact: true })
const expectHeading = (name: string) => expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()

const taking = (signUp: 'invite' | 'closed', over: Replies['signIn'] = {}): Replies => ({
  signIn: {
    ...over,
    options: () => ({ resetsPassword: false, confirmsEmail: false, signUp, allowsGuests: false }),
  },
})

describe('a server with sign-up by invitation', () => {
  it('says so where others sign up, and lets existing accounts sign in', async () => {
    await openApp('/', { plain: visitor, replies: taking('invite') })
    await page.getByRole('link', { name: 'Get Started Free' }).first().click()
    await expectHeading('By invitation only')
    await expectText('npm run admin -- invite EMAIL')
    await expect.element(field('Email')).not.toBeInTheDocument()
    await expectNoViolationsInBothThemes()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expectHeading('Welcome back')
  })

  it('creates an account by the link of an invitation, for its email alone', async () => {
    let session: object | null = null
    await page.viewport(390, 844)
    const server = await openApp('/signup#pear', {
      plain: {
        'GET /api/auth/get-session': () => Response.json(session && { user: session }),
        'POST /api/auth/sign-up/email': () => {
          session = user
          return Response.json({ token: null, user })
        },
      },
      replies: taking('invite', { invitation: () => ({ email }) }),
    })
    await expectHeading('Create your account')
    await expectText('Your invitation is for this email')
    await expect.element(field('Email')).toHaveValue(email)
    await expect.element(field('Email')).toHaveAttribute('readonly')
    await expectNoViolationsInBothThemes()
    await field('First Name').fill('Mara')
    await field('Password').fill('orchard')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expectText('Account created!')
    await expect.poll(() => location.pathname).toBe('/')
    const sent = server.requests.find(({ path }) => path === '/api/auth/sign-up/email')
    expect(sent?.body).toMatchObject({ email, firstName: 'Mara', invitation: 'pear' })
  })

  it('says that a link no longer works', async () => {
    await openApp('/signup#pear', {
      plain: visitor,
      replies: taking('invite', { invitation: () => refuse('not-found') }),
    })
    await expectHeading('This invitation no longer works')
    await expectNoViolationsInBothThemes()
  })
})

describe('a server with closed sign-up', () => {
  it('says so', async () => {
    await openApp('/signup', { plain: visitor, replies: taking('closed') })
    await expectHeading('No new accounts')
    await expectNoViolationsInBothThemes()
  })
})
