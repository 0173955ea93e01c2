import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoViolations, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { fakeAccount, repliesOf } from '#web/testing/fake-account.ts'
import { lostConnection, type Replies } from '#web/testing/fake-server.ts'

const { replies: working } = repliesOf()

/** Replies to one call that fail as without a connection until `restore` is called. */
function failing(call: string): { replies: Replies; restore(): void } {
  const [group = '', name = ''] = call.split('.')
  const reply = Reflect.get(Reflect.get(working, group), name) as (input: unknown) => unknown
  let isDown = true
  return {
    replies: { [group]: { [name]: (input: unknown) => (isDown ? lostConnection() : reply(input)) } } as Replies,
    restore() {
      isDown = false
    },
  }
}

const tryAgain = page.getByRole('button', { name: 'Try again' })

/** Each screen, the call that it needs, its text when that fails, and its content when the call works again. */
const screens: readonly [path: string, call: string, says: string, shows: string][] = [
  ['/assets', 'assets.list', 'What you have made could not be read just now. It is still there.', '4 images'],
  ['/usage', 'credits.get', 'Your usage could not be read.', 'What your pictures have cost'],
  ['/usage', 'credits.usage', 'Your usage could not be read.', 'No picture has cost anything yet.'],
  ['/usage', 'credits.ledger', 'Your usage could not be read.', 'Sign-up credits'],
  ['/billing-portal', 'billing.get', 'Your plan could not be read.', 'History'],
  ['/manage-account?tab=billing', 'billing.get', 'Your plan could not be read.', 'Manage Subscription'],
  ['/manage-account', 'profile.get', 'Your profile could not be read.', 'Save changes'],
  ['/manage-account', 'account.sessions', 'Your sessions could not be read.', 'This browser'],
  ['/models', 'modelConnections.list', 'The providers did not load', 'Sketch'],
  ['/models?tab=all', 'models.list', 'The models did not load', 'Sketch'],
  [
    '/models?tab=machine',
    'localModels.list',
    'The models of this machine did not load',
    'Nothing runs on this machine yet.',
  ],
  ['/image', 'models.list', 'The models did not load.', 'Sketch'],
]

describe('a screen whose data cannot be read', () => {
  it.each(screens)('%s without %s shows an error, and reads again on request', async (path, call, says, shows) => {
    const { replies, restore } = failing(call)
    await openApp(path, { replies })
    await expectText(says)
    await expectNoViolations()
    restore()
    await tryAgain.first().click()
    await expectText(shows)
    await expect.element(tryAgain).not.toBeInTheDocument()
  })

  it('a canvas shows an error, and opens on request', async () => {
    const { replies, restore } = failing('projects.list')
    await openApp('/project', { replies })
    await expectText('The project could not be read.')
    await expectNoViolations()
    restore()
    await tryAgain.first().click()
    await expect.element(page.getByRole('button', { name: 'Fit to view' })).toBeVisible()
  })

  it('the rail of projects shows an error in a toast, and reads again on request', async () => {
    const { replies, restore } = failing('projects.list')
    await openApp('/image', { replies })
    await expectText('Failed to load projects')
    restore()
    await tryAgain.click()
    const rail = page.getByRole('navigation', { name: 'Projects' })
    await expect.element(rail.getByRole('link').first()).toBeVisible()
  })

  it('the sheet of projects shows an error on a phone', async () => {
    await page.viewport(390, 844)
    const { replies, restore } = failing('projects.list')
    await openApp('/image', { replies })
    await page.getByRole('button', { name: 'Projects', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Projects' })
    await expect.element(sheet.getByText('Failed to load projects')).toBeVisible()
    restore()
    await sheet.getByRole('button', { name: 'Try again' }).click()
    await expect.element(sheet.getByText('Walled garden')).toBeVisible()
  })

  it('the prompt bar of a canvas shows why Go is disabled, and reads again on request', async () => {
    const { replies, restore } = failing('models.list')
    const [project] = fakeAccount.projects
    await openApp(`/project/${project?.id}`, { replies })
    await expect.element(page.getByRole('button', { name: 'Fit to view' })).toBeVisible()
    await userEvent.keyboard('n')
    const panel = page.getByRole('region', { name: 'Prompt bar' })
    await expect.element(panel.getByRole('button', { name: 'Try again' })).toBeVisible()
    restore()
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.element(panel.getByRole('button', { name: /^Go, 4 images/ })).toBeVisible()
  })

  it('the dialogs of styles and pictures show an error inside', async () => {
    const styles = failing('styles.list')
    const assets = failing('assets.list')
    await openApp('/image', { replies: { ...styles.replies, ...assets.replies } })
    await page.getByRole('button', { name: 'Style', exact: true }).click()
    await expect
      .element(page.getByRole('dialog', { name: /style/i }).getByRole('button', { name: 'Try again' }))
      .toBeVisible()
    await expectNoViolations()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Image prompt', exact: true }).click()
    const pictures = page.getByRole('dialog', { name: 'Image prompt' })
    await expect.element(pictures.getByText('Your latest images could not be read.')).toBeVisible()
    styles.restore()
    assets.restore()
    await pictures.getByRole('button', { name: 'Try again' }).click()
    await expect.element(pictures.getByText('Your latest images', { exact: true })).toBeVisible()
  })
})
