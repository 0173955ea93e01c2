import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, openJourney } from './support/journey.ts'
import { expectFocused, newAccount, openPage, phone, pressGo, signIn } from './support/person.ts'

const account = newAccount('Mara')
let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account, variables: { COMMUNITY_URL: 'https://forum.example/art' } })
  ;({ app, browser, page } = journey)
})
afterAll(() => journey.close())

describe('the top navigation', () => {
  it('leads to every main page', async () => {
    await page.goto('/image')
    for (const [name, path] of [
      ['Video', '/video'],
      ['Edit', '/edit'],
      ['Assets', '/assets'],
      ['Image', '/image'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**${path}`)
    }
    await page.getByRole('link', { name: 'Upgrade Now' }).click()
    await page.waitForURL('**/pricing')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL(`${app.url}/`)
  })

  it('shows how much compute is used, and the plans behind it', async () => {
    await page.goto('/image')
    const usage = page.getByRole('button', { name: 'Daily compute limit consumed: 0%' })
    await usage.hover()
    await page.getByRole('button', { name: 'Daily compute limit consumed', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Plans & Pricing' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectFocused(usage)
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  })

  it('has an account menu with everything that belongs to the account', async () => {
    await page.goto('/video')
    const menu = page.getByRole('button', { name: 'Account' })
    await expect.poll(() => menu.textContent()).toBe('M')
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Plans & Pricing' }).waitFor()
    await expect.poll(() => page.getByText('0% daily compute used').count()).toBe(1)
    const community = page.getByRole('menuitem', { name: 'Join community' })
    await expect.poll(() => community.getAttribute('target')).toBe('_blank')
    const reply = await page.request.get((await community.getAttribute('href')) ?? '', { maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([302, 'https://forum.example/art'])
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await page.getByRole('menuitemradio', { name: 'Like the system' }).click()
    await page.getByRole('menuitem', { name: 'Plans & Pricing' }).click()
    await page.waitForURL('**/pricing')
  })

  it('is at the bottom of a phone, with the theme in the account menu', async () => {
    const pocket = await browser.newContext({ ...phone, baseURL: app.url })
    const small = await openPage(pocket)
    await signIn(small, app.url, account)
    await small.goto('/image')
    const bar = small.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Edit' }).tap()
    await small.getByRole('heading', { name: 'Edit an Image' }).waitFor()
    const box = await bar.boundingBox()
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(phone.viewport.height)
    await small.getByRole('button', { name: 'Account' }).tap()
    await small.getByRole('menuitemradio', { name: 'Dark' }).tap()
    await expect.poll(() => small.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await pocket.close()
  })

  it('tells on every page that something is being made', async () => {
    await page.goto('/image')
    await pressGo(page, 'slow light [[slow]]')
    await page.waitForURL(/project\//)
    for (const path of ['/video', '/edit', '/pricing', '/']) {
      await page.goto(path)
      await page.getByText('1 generating').first().waitFor()
    }
  })
})

describe('a plan', () => {
  it('is taken where this server keeps it, without payment, and is the current one then', async () => {
    await page.goto('/pricing')
    await page.getByRole('button', { name: 'Choose Basic' }).click()
    await page.waitForURL('**/billing-portal?plan=basic')
    await page.getByText('This server takes no payment.').waitFor()
    await page.getByRole('button', { name: 'Change to Basic' }).click()
    await page.getByText('You are on Basic now.').waitFor()
    await page.getByText('Upgraded to Basic').waitFor()
    await page.goto('/pricing')
    const basic = page.getByRole('region', { name: 'Basic' })
    await basic.getByRole('button', { name: 'Current plan' }).waitFor()
    await expect.poll(() => basic.getByRole('button').isDisabled()).toBe(true)
  })

  it('is given up at the end of the month', async () => {
    await page.getByRole('button', { name: 'Choose Free' }).click()
    await page.getByRole('button', { name: 'Change to Free' }).click()
    await page.getByText(/^Free begins on/).waitFor()
    await page.getByText(/then Free/).waitFor()
    await expect.poll(() => page.getByText('Cancelled: back to Free').count()).toBe(1)
  })
})

describe('what is coming', () => {
  it('keeps what was written for a video', async () => {
    await page.goto('/video')
    await page.getByRole('heading', { name: 'Create a Video' }).waitFor()
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a kite')
    await page.getByRole('button', { name: /paper boat/ }).click()
    const words = 'a kite, A paper boat drifting down a rain-filled street'
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue()).toBe(words)
    await expect.poll(() => page.getByText('Video generation will be available soon!').count()).toBe(1)
  })

  it('takes what was written for an edit to the image page, after what stands there', async () => {
    await page.goto('/image')
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a lighthouse')
    await page.goto('/edit')
    await page.getByRole('heading', { name: 'Edit an Image' }).waitFor()
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('with a red roof')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Create an Image' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue()).toBe(
      'a lighthouse, with a red roof',
    )
    await page.goto('/edit')
    await expect.poll(() => page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue()).toBe('')
  })
})

describe('commands on every page', () => {
  it('are found by their name, and lead to another page', async () => {
    await page.goto('/edit')
    await page.getByRole('heading', { name: 'Edit an Image' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('video')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/video')
  })

  it('are silent while somebody writes', async () => {
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('')
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).press('?')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue()).toBe('?')
  })

  it('are listed with their keys', async () => {
    await page.getByRole('heading', { name: 'Create a Video' }).click()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('All commands').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })
})

describe('an address that leads nowhere', () => {
  it('says so, logs the path, and leads home', async () => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor()
    expect(logged.some((line) => line.includes('/no/such/page'))).toBe(true)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL(`${app.url}/`)
  })
})

it('broke no script on the way', () => expect(page.errors).toEqual([]))
