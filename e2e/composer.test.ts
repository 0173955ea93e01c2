import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attached, chip, dialog, go, pictureFile, promptField, uploadPictures } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount, phone, takePlan } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
  // For sizes beyond 1K.
  await takePlan(journey.context, journey.app.url, 'basic')
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/image')
  await promptField(page).waitFor()
})

describe('the composer', () => {
  it('keeps its content over a reload', async () => {
    await promptField(page).fill('a fig tree')
    await chip(page, /^Resolution/).click()
    await uploadPictures(page, 'Image prompt', 'garden.png')
    await page.getByRole('button', { name: 'Hide Prompt Inspirations' }).click()
    await page.reload()
    await expect.poll(() => promptField(page).inputValue()).toBe('a fig tree')
    await page.getByRole('button', { name: 'Resolution: 2K' }).waitFor()
    await expect.poll(() => attached(page)).toEqual(['Prompt 1 garden.png'])
    await page.getByRole('button', { name: 'Show Prompt Inspirations' }).waitFor()
  })

  it('shows why the server refuses a file', async () => {
    await chip(page, 'Image prompt').click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('just words') })
    const reason = dialog(page, 'Image prompt').getByRole('alert')
    await expect.poll(async () => (await reason.textContent())?.length).toBeGreaterThan(10)
  })

  it('sends a style and a picture by touch; the appearance settings stay for the next prompt', async () => {
    const context = await journey.browser.newContext({
      ...phone,
      baseURL: journey.app.url,
      storageState: await journey.context.storageState(),
    })
    const pocket = await context.newPage()
    await pocket.goto('/image')
    await chip(pocket, 'Style').tap()
    await pocket.getByRole('button', { name: /^Pine Block/ }).tap()
    await pocket.getByRole('button', { name: 'Add Style' }).tap()
    await chip(pocket, 'Image prompt').tap()
    await pocket.locator('input[type=file]').setInputFiles([await pictureFile('wall.png')])
    await dialog(pocket, 'Image prompt').waitFor({ state: 'detached' })
    await promptField(pocket).fill('a small cabin')
    expect(await attached(pocket)).toEqual(['Style 1 Pine Block', 'Prompt 1 wall.png'])
    await chip(pocket, /^Aspect ratio/).tap()
    await pocket.getByRole('radio', { name: /^1:1/ }).tap()
    await pocket.getByRole('button', { name: 'Done' }).tap()
    await go(pocket).tap()
    await pocket.waitForURL(/\/project\//)
    await pocket.goto('/image')
    await expect.poll(() => attached(pocket)).toEqual(['Style 1 Pine Block'])
    await context.close()
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
