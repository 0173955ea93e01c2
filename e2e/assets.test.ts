import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEnded, generate } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Olga') })
  page = journey.page
  await make({ prompt: 'a red fox in the snow' })
})
afterAll(() => journey.close())

/** Generates four images, and waits for them. */
async function make(wanted: { readonly prompt: string; readonly aspectRatio?: string }) {
  const { context, app } = journey
  const made = await generate(context, app.url, wanted)
  await allEnded(context, app.url, made.projectId)
}

describe('assets', () => {
  it('appear live and whole, are found, liked, downloaded, deleted and restored', async () => {
    const shown = () => page.locator('[data-asset]').count()
    await page.goto('/assets')
    await expect.poll(shown).toBe(4)
    await make({ prompt: 'an owl by moonlight', aspectRatio: '2:3' })
    await expect.poll(shown).toBe(8)
    const images = page.locator('[data-asset] img')
    expect(await images.first().getAttribute('alt')).toBe('an owl by moonlight')
    // Not a number before a picture is there.
    const croppings = () =>
      images.evaluateAll((all) =>
        (all as HTMLImageElement[]).map(
          (image) => image.clientWidth / image.clientHeight - image.naturalWidth / image.naturalHeight,
        ),
      )
    await expect.poll(async () => (await croppings()).every((each) => Math.abs(each) < 0.02)).toBe(true)

    await page.keyboard.press('/')
    await page.keyboard.type('fox')
    await expect.poll(shown).toBe(4)
    const select = page.getByRole('button', { name: 'Select: a red fox in the snow' })
    await select.nth(0).click()
    await select.nth(2).click({ modifiers: ['Shift'] })
    const selection = page.getByRole('toolbar', { name: 'Selection' })
    await selection.getByRole('button', { name: 'Like' }).click()
    const saved = page.waitForEvent('download')
    await selection.getByRole('button', { name: 'Download', exact: true }).click()
    expect((await saved).suggestedFilename()).toBe('images.zip')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Liked', exact: true }).click()
    await expect.poll(shown).toBe(3)

    await select.first().click()
    await selection.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(shown).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(shown).toBe(3)
    expect(page.errors).toEqual([])
  })
})
