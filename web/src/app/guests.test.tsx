import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { project, uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { guest, user, visitor } from '#web/testing/fake-account.ts'
import type { PlainReplies, Replies } from '#web/testing/fake-server.ts'

const withGuests: Replies = {
  signIn: { options: () => ({ resetsPassword: false, confirmsEmail: false, signUp: 'open', allowsGuests: true }) },
}
const start = page.getByRole('button', { name: 'Try without an account' })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const hint = page.getByRole('complementary', { name: 'Guest' })
const asGuest: PlainReplies = { 'GET /api/auth/get-session': () => Response.json({ user: guest }) }
const atPath = (path: string) => expect.poll(() => location.pathname).toBe(path)

/** A server on which the visitor becomes a guest, and an account by signing up. */
function growing(): PlainReplies {
  let session: object | null = null
  return {
    'GET /api/auth/get-session': () => Response.json(session && { user: session }),
    'POST /api/auth/sign-in/guest': () => {
      session = guest
      return Response.json({ user: { id: guest.id, isGuest: true } })
    },
    'POST /api/auth/sign-up/email': () => {
      session = { ...user, id: guest.id }
      return Response.json({ token: null, user: session })
    },
  }
}
const made = project({ id: uuid(1), title: 'New Project', generationCount: 0 })

async function fillSignUp() {
  await page.getByLabelText('First Name').fill('Mara')
  await page.getByLabelText('Email').fill('mara@orchard.studio')
  await page.getByLabelText('Password', { exact: true }).fill('orchard')
  await page.getByRole('button', { name: 'Sign up' }).click()
}

describe('trying without an account', () => {
  it.each(['/', '/signup'])('is not offered at %s where the server does not allow it', async (path) => {
    await openApp(path, { plain: visitor })
    await expect.element(page.getByRole('link', { name: /^(Get Started Free|Sign in)$/ }).first()).toBeVisible()
    await expect.element(start).not.toBeInTheDocument()
  })

  it.each(['/', '/signup'])('starts at %s with an empty board, and keeps it by signing up', async (path) => {
    const server = await openApp(path, {
      plain: growing(),
      replies: { ...withGuests, projects: { create: () => made } },
      account: { projects: [made], generations: [] },
    })
    await start.click()
    await atPath(`/project/${made.id}`)
    await expect.element(hint.getByText('You are a guest. Sign up to keep your board.')).toBeVisible()
    await hint.getByRole('link', { name: 'Sign up' }).click()
    await atPath('/signup')
    await expectText('Your boards, pictures and credits stay with you.')
    await expect.element(start).not.toBeInTheDocument()
    await fillSignUp()
    await atPath(`/project/${made.id}`)
    await expect.element(hint).not.toBeInTheDocument()
    await expectText('Account created!')
    expect(server.requests.filter(({ path: asked }) => asked.startsWith('/api/auth/sign-in'))).toHaveLength(1)
  })

  it('explains a refusal and can be tried again', async () => {
    const message = 'Too many people have tried from your network today.'
    await openApp('/signup', {
      plain: {
        ...visitor,
        'POST /api/auth/sign-in/guest': () => Response.json({ code: 'rate-limited', message }, { status: 429 }),
      },
      replies: withGuests,
    })
    await start.click()
    await expectText(message)
    await expect.element(start).not.toHaveAttribute('aria-busy')
    await atPath('/signup')
  })
})

describe('a guest', () => {
  it('is shown where the email is confirmed, and goes on working', async () => {
    const unconfirmed = { ...guest, email: 'mara@orchard.studio' }
    let session = guest
    await openApp('/signup', {
      plain: {
        'GET /api/auth/get-session': () => Response.json({ user: session }),
        'POST /api/auth/sign-up/email': () => {
          session = unconfirmed
          return Response.json({ token: null, user: { id: uuid(7), isGuest: true } })
        },
      },
      replies: {
        signIn: { options: () => ({ resetsPassword: true, confirmsEmail: true, signUp: 'open', allowsGuests: true }) },
      },
    })
    await fillSignUp()
    await expectText('We have sent a link to mara@orchard.studio.')
    await link('Back to your board').click()
    await expect
      .element(hint.getByText('Confirm your email: we have sent a link to mara@orchard.studio.'))
      .toBeVisible()
  })

  it('is asked before signing in to another account', async () => {
    await openApp('/login', { plain: asGuest })
    await expect.element(page.getByRole('heading', { name: 'Leave your board?' })).toBeVisible()
    await expect.element(link('Sign up and keep them')).toHaveAttribute('href', '/signup')
    await page.getByRole('button', { name: 'Sign in without them' }).click()
    await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  it('is asked before logging out', async () => {
    const server = await openApp('/video', {
      plain: { ...asGuest, 'POST /api/auth/sign-out': () => Response.json({ success: true }) },
    })
    const menu = page.getByRole('button', { name: 'Account' })
    const leave = async () => {
      await menu.click()
      await expect.element(page.getByRole('menuitem', { name: 'Sign up' })).toBeVisible()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect.element(page.getByRole('alertdialog', { name: 'Leave without an account?' })).toBeVisible()
    }
    await leave()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(server.requests.some(({ path }) => path === '/api/auth/sign-out')).toBe(false)
    await leave()
    await page.getByRole('button', { name: 'Log out' }).click()
    await atPath('/')
    await expect.poll(() => server.requests.some(({ path }) => path === '/api/auth/sign-out')).toBe(true)
  })

  it.each([
    ['/manage-account', 'You are a guest, on this device alone.'],
    ['/manage-account?tab=billing', 'A plan belongs to an account'],
    ['/manage-account?tab=model-keys', 'Keys of providers are kept for an account'],
    ['/billing-portal', 'A plan belongs to an account'],
  ])('finds the way to sign up at %s', async (path, text) => {
    await openApp(path, { plain: asGuest })
    await expect.element(page.getByText(text)).toBeVisible()
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Sign up' }))
      .toHaveAttribute('href', '/signup')
    expect(document.querySelector('input[type=password]')).toBeNull()
  })

  it('deletes everything without a password', async () => {
    const deleted: unknown[] = []
    await openApp('/manage-account', {
      plain: asGuest,
      replies: {
        account: {
          remove: (body) => {
            deleted.push(body)
            return { deleted: 1, ids: [guest.id] }
          },
        },
      },
    })
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete account', exact: true }).click()
    await atPath('/')
    expect(deleted).toEqual([{ password: '' }])
  })

  it('finds the way to sign up in the place of a link for review', async () => {
    await openApp(`/project/${uuid(1)}`, { plain: asGuest })
    await page.getByRole('button', { name: 'Share for review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this canvas' })
    await expect.element(dialog.getByText('Links for review belong to an account')).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Sign up' })).toBeVisible()
    await expect.element(dialog.getByRole('combobox')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it.each([
    ['/video', 1440, 900],
    ['/video', 768, 1024],
    ['/video', 390, 844],
    [`/project/${uuid(1)}`, 1440, 900],
    [`/project/${uuid(1)}`, 390, 844],
  ])('sees a hint at %s that axe finds nothing in, and that fits a screen of %s × %s', async (path, width, height) => {
    await page.viewport(width, height)
    await openApp(path, { plain: asGuest })
    const signUp = hint.getByRole('link', { name: 'Sign up' })
    await expect.element(signUp).toBeVisible()
    await expect.element(signUp).toHaveAccessibleDescription('You are a guest. Sign up to keep your board.')
    const { left, right } = hint.element().getBoundingClientRect()
    const menu = page.getByRole('button', { name: 'Account' }).element().getBoundingClientRect()
    expect([left >= 0, right <= width, menu.right <= width]).toEqual([true, true, true])
    await expectNoViolationsInBothThemes()
  })
})
