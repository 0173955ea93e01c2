import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, pressGo } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let context: BrowserContext
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Mara') })
  page = journey.page
  context = journey.context
  await page.goto('/image')
  await pressGo(page, 'a walled garden')
  await page.waitForURL('**/project/**')
  await page.locator('[data-image][data-status=completed]').nth(3).waitFor()
})
afterAll(() => journey.close())

describe('a page without a connection', () => {
  it('says that the browser is offline, and loads by itself when the connection is back', async () => {
    await page.goto('/usage')
    await page.getByText('Every entry').waitFor()
    // Its scripts are loaded; its data is not.
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

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
