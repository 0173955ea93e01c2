import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from './support/app-process.ts'
import { generate } from './support/canvas.ts'
import { openScreen, sharedBrowser } from './support/journey.ts'
import { desktop, newAccount, openPage } from './support/person.ts'

const pages = [
  '/',
  '/image',
  '/edit',
  '/video',
  '/assets',
  '/models',
  '/usage',
  '/pricing',
  '/manage-account',
  '/project',
  '/no/such',
]

let browser: Browser
const app = sharedApp()
beforeAll(async () => {
  browser = await sharedBrowser()
})

describe('the content policy', () => {
  it('allows the styles of toasts and the scroll lock of dialogs, and forbids inline code', async () => {
    const context = await browser.newContext(desktop)
    const page = await openPage(context)
    const ada = newAccount('Ada')
    await page.goto(`${app.url}/signup`)
    await page.getByLabel('First Name').fill(ada.firstName)
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill('Password')
    await page.getByText('Many people use this one').waitFor()
    await page.getByRole('button', { name: 'Sign up' }).click()

    const toaster = page.locator('[data-sonner-toaster]')
    await page.locator('[data-sonner-toast]').waitFor()
    await expect.poll(() => toaster.evaluate((node) => getComputedStyle(node).position)).toBe('fixed')

    await page.waitForURL(`${app.url}/`)
    await page.goto(`${app.url}/manage-account`)
    await page.getByText('Account created').first().waitFor()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
    expect(page.errors).toEqual([])

    await page.evaluate(() => {
      const style = document.createElement('style')
      style.textContent = 'body { color: red }'
      document.head.append(style)
    })
    await expect.poll(() => page.errors.length).toBe(1)
    await context.close()
  })

  it('is kept by every page, and none has a script error', async () => {
    const { context, page } = await openScreen(app, { account: newAccount('Ada') })
    const { projectId } = await generate(context, app.url, { prompt: 'a quince on a sill' })
    for (const path of [...pages, `/project/${projectId}`]) {
      await page.goto(path)
      await page.waitForFunction(() => document.title !== '' && document.querySelector('h1, [aria-level="1"]'))
      expect([path, ...page.errors]).toEqual([path])
    }
    await context.close()
  })
})
