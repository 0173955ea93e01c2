import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SessionShape } from '#contract/account/account.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { chooseFiles, pictureFile } from '#web/testing/composer.ts'
import { profile, user } from '#web/testing/fake-account.ts'
import { refuse } from '#web/testing/fake-server.ts'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const wrongPassword = (name: string): never =>
  refuse('invalid', { data: { issues: [{ path: [name], message: 'This is not your password.' }] } })

describe('<AccountScreen>', () => {
  it('keeps its heading and its tabs in their places while the tabs change', async () => {
    await openApp('/manage-account')
    const places = () =>
      [...document.querySelectorAll('h1, [role=tablist]:has([data-tab])')].map((each) =>
        Math.round(each.getBoundingClientRect().x),
      )
    await expect.element(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
    const before = places()
    for (const tab of document.querySelectorAll('[data-tab]')) {
      await userEvent.click(tab)
      await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
      expect(places()).toEqual(before)
    }
  })

  it('leads from the keys to the page of all providers', async () => {
    await openApp('/manage-account?tab=model-keys')
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Models', exact: true }))
      .toHaveAttribute('href', '/models')
  })
})

describe('the profile', () => {
  it('is saved by the keyboard, and shows what the server has stored', async () => {
    let stored = profile
    await openApp('/manage-account', {
      replies: {
        profile: {
          get: () => stored,
          change({ username = '', bio = '' }) {
            stored = { ...stored, username, bio, instagram: 'mara', youtube: 'https://youtube.com/@mara' }
            return stored
          },
        },
      },
    })
    await field('Username').fill('mara.pears')
    await field('Bio').fill('Pears against walls.')
    await field('Instagram').fill('@mara')
    await field('YouTube').fill('youtube.com/@mara')
    await userEvent.keyboard('{Enter}')
    await expectText('Your profile has been updated successfully.')
    await expect.element(field('YouTube')).toHaveValue('https://youtube.com/@mara')
    await expect.element(field('Instagram')).toHaveValue('mara')
    await expect.element(field('Bio')).toHaveValue('Pears against walls.')
    await button('Account').click()
    await expectText('@mara.pears')
  })

  it('accepts a picture, shows it in the header too, and refuses one that cannot be read', async () => {
    const avatarUrl = '/api/profile/avatar/mara.png'
    const server = await openApp('/manage-account', {
      replies: { profile: { removeAvatar: () => profile } },
      plain: {
        'PUT /api/profile/avatar': () =>
          Response.json({ code: 'unsupported-media', message: 'This file is not a picture.' }, { status: 415 }),
      },
    })
    const picture = () => document.querySelector('button[aria-label="Account"] img')?.getAttribute('src')
    await expect.element(field('Username')).toHaveValue('mara')
    await chooseFiles(pictureFile('broken.png'))
    await expectText('Upload failed')
    await expectText('This file is not a picture.')
    server.replyPlain({ 'PUT /api/profile/avatar': () => Response.json({ ...profile, avatarUrl }) })
    await chooseFiles(pictureFile('me.png'))
    await expectText('Your profile picture has been updated successfully.')
    await expect.poll(picture).toBe(avatarUrl)
    await button('Remove').click()
    await expect.poll(picture).toBeUndefined()
  })
})

describe('the sessions of an account', () => {
  const session = (number: number, isCurrent: boolean): SessionShape => ({
    id: uuid(960 + number),
    isCurrent,
    createdAt: '2026-11-21T10:00:00.000Z',
    seenAt: '2026-11-22T10:00:00.000Z',
    userAgent: navigator.userAgent,
  })

  it('end one by one, and all at once', async () => {
    let sessions = [session(0, true), session(1, false)]
    const server = await openApp('/manage-account', {
      replies: {
        account: {
          sessions: () => ({ items: sessions, nextCursor: null }),
          endSession({ id }) {
            sessions = sessions.filter((each) => each.id !== id)
            return { deleted: 1, ids: [id] }
          },
          endSessions: () => ({ deleted: 1, ids: [uuid(960)] }),
        },
      },
    })
    await expectText('This browser')
    await button(/^Sign out of /).click()
    await expect.element(button(/^Sign out of /)).not.toBeInTheDocument()
    server.replyPlain({ 'GET /api/auth/get-session': () => Response.json(null) })
    await button('Sign out everywhere').click()
    await expect.poll(() => location.pathname).toBe('/login')
  })
})

describe('the end of an account', () => {
  it('needs the password, and leads to the first page', async () => {
    const server = await openApp('/manage-account', {
      replies: {
        account: {
          remove: ({ password }) =>
            password === 'orchard' ? { deleted: 1, ids: [uuid(900)] } : wrongPassword('password'),
        },
      },
    })
    await button('Delete my account').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    const password = dialog.getByLabelText('Your password')
    await password.fill('wrong one')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('This is not your password.')).toBeVisible()
    server.replyPlain({ 'GET /api/auth/get-session': () => Response.json(null) })
    await password.fill('orchard')
    await userEvent.keyboard('{Enter}')
    await expectText('Account deleted')
    await expect.poll(() => location.pathname).toBe('/')
    await expect.element(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
  })

  it('comes after a download of everything, which the browser streams to a file', async () => {
    await openApp('/manage-account')
    await expect.element(button('Download all my data')).toBeVisible()
    const { form } = button('Download all my data').element() as HTMLButtonElement
    const { pathname, search } = new URL(form?.action ?? '')
    expect([form?.method, pathname]).toEqual(['post', '/api/account/export'])
    // Refused where another account has signed in since, in another tab.
    expect(search).toBe(`?user=${user.id}`)
  })
})
