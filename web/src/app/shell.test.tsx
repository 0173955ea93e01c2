import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { project, uuid } from '#contract/testing/builders.ts'
import { accountState } from '#web/data/account/account-state.ts'
import { knownAtStart } from '#web/data/known-at-start.ts'
import { expectNoViolations, expectText, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { expectFocused, focus, promptField } from '#web/testing/composer.ts'
import { completedGeneration, repliesOf, user, visitor } from '#web/testing/fake-account.ts'
import { lostConnection } from '#web/testing/fake-server.ts'

const bar = page.getByRole('navigation', { name: 'Main' })
const atPath = (path: string) => expect.poll(() => location.pathname).toBe(path)

describe('the top navigation', () => {
  it('leads to every main page', async () => {
    await openApp('/image')
    for (const [name, path] of [
      ['Video', '/video'],
      ['Edit', '/edit'],
      ['Assets', '/assets'],
      ['Image', '/image'],
    ] as const) {
      await bar.getByRole('link', { name, exact: true }).click()
      await atPath(path)
    }
    await page.getByRole('link', { name: 'Upgrade Now' }).click()
    await atPath('/pricing')
    await bar.getByRole('link', { name: 'Home', exact: true }).click()
    await atPath('/')
  })

  it('shows the compute usage, with a link to the plans', async () => {
    await openApp('/image')
    const usage = page.getByRole('button', { name: 'Daily compute limit consumed: 0%' })
    await usage.hover()
    await page.getByRole('button', { name: 'Daily compute limit consumed', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Plans & Pricing' })
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expectFocused(usage)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('has an account menu with all account pages', async () => {
    await openApp('/video')
    const menu = page.getByRole('button', { name: 'Account' })
    await expect.element(menu).toHaveTextContent('M')
    await focus(menu)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Plans & Pricing' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Upgrade Now' })).toHaveAttribute('href', '/pricing')
    await expectText('0% daily compute used')
    const community = page.getByRole('menuitem', { name: 'Join community' })
    await expect.element(community).toHaveAttribute('target', '_blank')
    await expect.element(community).toHaveAttribute('href', '/community')
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect.poll(() => document.documentElement.dataset.theme).toBe('light')
    await page.getByRole('menuitemradio', { name: 'Like the system' }).click()
    await page.getByRole('menuitem', { name: 'Plans & Pricing' }).click()
    await atPath('/pricing')
  })

  it('is at the bottom of a phone, with the theme in the account menu', async () => {
    await page.viewport(390, 844)
    await openApp('/image')
    await bar.getByRole('link', { name: 'Edit' }).click()
    await expect.element(page.getByRole('heading', { name: 'Edit an Image' })).toBeVisible()
    expect(Math.round(bar.element().getBoundingClientRect().bottom)).toBe(844)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
    await page.getByRole('menuitemradio', { name: 'Like the system' }).click()
  })
})

describe('a running generation', () => {
  it('is counted on every page until it has ended', async () => {
    const card = completedGeneration(2)
    const images = card.images.map((each) => ({ ...each, status: 'running' as const, imageUrl: null }))
    const { send, isFollowed } = await openApp('/image', { account: { generations: [] } })
    const pill = page.getByText('1 generating').first()
    await expect.poll(isFollowed).toBe(true)
    send('generation-created', { ...card, seq: 2, generationId: card.id, status: 'running', images })
    await expect.element(pill).toBeVisible()
    for (const [name, path] of [
      ['Video', '/video'],
      ['Edit', '/edit'],
      ['Home', '/'],
    ] as const) {
      await bar.getByRole('link', { name, exact: true }).click()
      await atPath(path)
      await expect.element(pill).toBeVisible()
    }
    send('generation-changed', { seq: 3, projectId: card.projectId, generationId: card.id, status: 'completed' })
    await expect.element(pill).not.toBeInTheDocument()
  })
})

describe('the page of a person without projects', () => {
  const offer = page.getByRole('button', { name: 'New Project' })

  it('offers the first one at once where the server has said so, and opens a project that comes after all', async () => {
    knownAtStart.set('no-project')
    const { promise, resolve } = Promise.withResolvers<void>()
    const list = () => promise.then(() => ({ items: [project({ title: 'Walled garden' })], nextCursor: null }))
    await openApp('/project', { replies: { projects: { list } } })
    await expect.element(offer).toBeVisible()
    resolve()
    await expect.element(page.getByRole('button', { name: 'Fit to view' })).toBeVisible()
  })

  it('waits for the list otherwise, also when another person signs in', async () => {
    knownAtStart.set('no-project')
    accountState.set({ status: 'signed-out' })
    await openApp('/project', { replies: { projects: { list: () => new Promise<never>(() => {}) } } })
    await expect.element(page.getByRole('status').getByText('Loading')).toBeInTheDocument()
    await expect.element(offer).not.toBeInTheDocument()
  })
})

describe('the draft of a video', () => {
  it('is kept over a reload', async () => {
    await openApp('/video')
    await promptField.fill('a kite')
    await page.getByRole('button', { name: /paper boat/ }).click()
    const words = 'a kite, A paper boat drifting down a rain-filled street'
    await expect.element(promptField).toHaveValue(words)
    await reloadApp()
    await expect.element(promptField).toHaveValue(words)
    await expect.element(page.getByText('Video generation will be available soon!')).toBeVisible()
  })
})

describe('a page without a connection', () => {
  it('says that the browser is offline, and loads by itself when the connection is back', async () => {
    const { reply } = await openApp('/image')
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    reply({ assets: { list: () => lostConnection() } })
    await bar.getByRole('link', { name: 'Assets' }).click()
    await expectText('You are offline. This loads by itself when the connection is back.')
    await expect.element(page.getByText('Offline', { exact: true })).toBeVisible()
    await expectNoViolations()
    reply(repliesOf().replies)
    online.mockRestore()
    dispatchEvent(new Event('online'))
    await expect.element(page.getByText('4 images').first()).toBeVisible()
    await expect.element(page.getByText('Offline', { exact: true })).not.toBeInTheDocument()
    logged.mockRestore()
  })
})

describe('the commands of every page', () => {
  it('are found by their name, and open another page', async () => {
    await openApp('/edit')
    await expect.element(page.getByRole('heading', { name: 'Edit an Image' })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('video')
    await userEvent.keyboard('{Enter}')
    await atPath('/video')
  })

  it('ignore their keys while text is being written', async () => {
    await openApp('/edit')
    await promptField.fill('')
    await userEvent.keyboard('?')
    await expect.element(promptField).toHaveValue('?')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await promptField.fill('')
  })

  it('are listed with their keys', async () => {
    await openApp('/video')
    await page.getByRole('heading', { name: 'Create a Video' }).click()
    await userEvent.keyboard('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(sheet.getByText('All commands')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
  })
})

describe('a page of signed-in people', () => {
  it.each(['/image', '/project', `/project/${uuid(1)}`])('%s redirects a visitor to sign-in', async (path) => {
    await openApp(path, { plain: visitor })
    await atPath('/login')
  })

  it('opens after signing in, with what its address names', async () => {
    const path = `/project/${uuid(1)}?card=${uuid(10)}`
    const { replyPlain } = await openApp(path, { plain: visitor })
    await atPath('/login')
    await page.getByRole('link', { name: 'Create your account' }).click()
    await atPath('/signup')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await atPath('/login')
    await page.getByLabelText('Email').fill('maya@orchard.studio')
    await page.getByLabelText('Password', { exact: true }).fill('correct horse')
    replyPlain({
      'POST /api/auth/sign-in/email': () => Response.json({ user }),
      'GET /api/auth/get-session': () => Response.json({ user, session: { id: uuid(960) } }),
    })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => location.pathname + location.search).toBe(path)
  })
})

describe('an unknown address', () => {
  it('shows the error page, logs the path, and links home', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await openApp('/no/such/page')
    await expect.element(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    await expect.poll(() => logged.mock.calls.flat().join(' ')).toContain('/no/such/page')
    logged.mockRestore()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await atPath('/')
  })
})
