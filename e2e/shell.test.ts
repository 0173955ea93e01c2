import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount, pressGo } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Mara') })
  page = journey.page
})
afterAll(() => journey.close())

describe('the shell', () => {
  it('shows on every page that a generation is running', async () => {
    await page.goto('/image')
    await pressGo(page, 'slow light [[slow]]')
    await page.waitForURL(/project\//)
    for (const path of ['/video', '/edit', '/pricing', '/']) {
      await page.goto(path)
      await page.getByText('1 generating').first().waitFor()
    }
  })

  it('keeps the draft of a video over a reload', async () => {
    await page.goto('/video')
    await page.getByRole('heading', { name: 'Create a Video' }).waitFor()
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a kite')
    await page.getByRole('button', { name: /paper boat/ }).click()
    const words = 'a kite, A paper boat drifting down a rain-filled street'
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue()).toBe(words)
    await expect.poll(() => page.getByText('Video generation will be available soon!').count()).toBe(1)
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
