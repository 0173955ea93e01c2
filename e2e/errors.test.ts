import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage, phone, pressGo, signIn } from './support/person.ts'

const account = newAccount('Mara')
let journey: Journey
let page: Journey['page']
let context: BrowserContext
let project: string
beforeAll(async () => {
  journey = await openJourney({ account })
  page = journey.page
  context = journey.context
  await page.goto('/image')
  await pressGo(page, 'a walled garden')
  await page.waitForURL('**/project/**')
  await page.locator('[data-image][data-status=completed]').nth(3).waitFor()
  project = new URL(page.url()).pathname
})
afterAll(() => journey.close())
beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** The server does not answer this call, at once and every time. */
const fail = (path: string) => page.route(`**/api/${path}`, (route) => route.abort())
/** The same until the page's 'Try again' was pressed: what is read again by itself meanwhile fails as well. */
async function failUntilPressed(path: string): Promise<void> {
  await page.addInitScript(() =>
    addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element ? target.closest('button') : null
        if (button?.textContent === 'Try again') document.documentElement.dataset.pressed = ''
      },
      { capture: true },
    ),
  )
  await page.route(`**/api/${path}`, async (route) => {
    const isPressed = await page.evaluate(() => document.documentElement.dataset.pressed !== undefined)
    await (isPressed ? route.continue() : route.abort())
  })
}
const tryAgain = () => page.getByRole('button', { name: 'Try again' })

/** Each screen, the call that it can't do without, what it says then, and what it shows when the call works again. */
const screens: readonly [path: string, call: string, says: string, shows: string][] = [
  ['/assets', 'assets*', 'What you have made could not be read just now. It is still there.', '4 images'],
  ['/usage', 'credits', 'Your usage could not be read.', 'What your pictures have cost'],
  ['/usage', 'credits/usage*', 'Your usage could not be read.', 'No picture has cost anything yet.'],
  ['/usage', 'credits/ledger*', 'Your usage could not be read.', 'Sign-up tokens'],
  ['/billing-portal', 'billing', 'Your plan could not be read.', 'History'],
  ['/manage-account?tab=billing', 'billing', 'Your plan could not be read.', 'Manage Subscription'],
  ['/manage-account', 'profile', 'Your profile could not be read.', 'Save changes'],
  ['/manage-account', 'account/sessions', 'Your sessions could not be read.', 'This browser'],
  ['/connect-models', 'models', 'The models did not load.', 'Sketch'],
  ['/image', 'models', 'The models did not load.', 'Sketch'],
  ['/project', 'projects', 'The project could not be read.', 'Fit to view'],
]

describe('where the server does not answer', () => {
  it.each(screens)(
    '%s without “%s” says what could not be read, and asks again when told to',
    async (path, call, says, shows) => {
      await failUntilPressed(call)
      await page.goto(path)
      await page.getByText(says).first().waitFor()
      await expectNoViolations(page)
      await tryAgain().first().click()
      await page
        .getByText(shows)
        .or(page.getByRole('button', { name: shows }))
        .first()
        .waitFor()
      await tryAgain().waitFor({ state: 'detached' })
    },
  )

  it('the rail of projects says so in a toast, and asks again when told to', async () => {
    await fail('projects')
    await page.goto('/image')
    await page.locator('.toast').getByText('Failed to load projects').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await tryAgain().click()
    await page.getByRole('navigation', { name: 'Projects' }).getByRole('link').first().waitFor()
  })

  it('the sheet of projects says so on a phone', async () => {
    const pocket = await journey.browser.newContext({ ...phone, baseURL: journey.app.url })
    const small = await openPage(pocket)
    await signIn(small, journey.app.url, account)
    await small.route('**/api/projects', (route) => route.abort())
    await small.goto('/image')
    await small.getByRole('button', { name: 'Projects' }).tap()
    const sheet = small.getByRole('dialog', { name: 'Projects' })
    await sheet.getByText('Failed to load projects').waitFor()
    await small.unrouteAll({ behavior: 'ignoreErrors' })
    await sheet.getByRole('button', { name: 'Try again' }).tap()
    await sheet.getByText('a walled garden').waitFor()
    await pocket.close()
  })

  it('a canvas says so, and opens when told to', async () => {
    await fail('projects/*/board')
    await page.goto(project)
    await tryAgain().waitFor()
    // Until the toast has come to rest.
    await page.waitForTimeout(600)
    await expectNoViolations(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await tryAgain().click()
    await page.locator('[data-card]').first().waitFor()
  })

  it('the prompt panel of a canvas says why Go can not be pressed', async () => {
    await fail('models')
    await page.goto(project)
    await page.locator('[data-card]').first().waitFor()
    await page.mouse.click(40, 500)
    await page.keyboard.press('n')
    const panel = page.getByRole('dialog', { name: 'New generation' })
    await panel.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('button', { name: /^Go, 4 images/ }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('the dialogs of styles and pictures say so inside', async () => {
    await fail('styles')
    await fail('assets*')
    await page.goto('/image')
    await page.getByRole('button', { name: 'Style', exact: true }).click()
    const styles = page.getByRole('dialog', { name: /style/i })
    await styles.getByRole('button', { name: 'Try again' }).waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Image prompt', exact: true }).click()
    const pictures = page.getByRole('dialog', { name: 'Image prompt' })
    await pictures.getByText('Your latest images could not be read.').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await pictures.getByRole('button', { name: 'Try again' }).click()
    await pictures.getByText('Your latest images', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('without a connection', () => {
  it('a page says that one is offline, and loads by itself when the connection is back', async () => {
    await page.goto('/usage')
    await page.getByText('Every entry').waitFor()
    // Its scripts are there; what it shows is not.
    await page.goto('/image')
    await page.getByRole('link', { name: 'Assets' }).hover()
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Assets' }).click()
    await page.getByText('You are offline. This loads by itself when the connection is back.').waitFor()
    await expect.poll(() => page.getByText('Offline', { exact: true }).count()).toBe(1)
    await expectNoViolations(page)
    await context.setOffline(false)
    await page.getByText('4 images').first().waitFor()
  })
})

it('broke no script on the way', () => expect(page.errors).toEqual([]))
