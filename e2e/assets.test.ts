import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from './support/app-process.ts'
import { assetsShown } from './support/assets.ts'
import { allEnded, generate } from './support/canvas.ts'
import { type Journey, openScreen } from './support/journey.ts'
import { newAccount, openPage } from './support/person.ts'

const app = sharedApp()
let context: Journey['context']
let page: Journey['page']
beforeEach(async () => {
  ;({ context, page } = await openScreen(app, { account: newAccount('Olga') }))
  await make({ prompt: 'a red fox in the snow' })
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await context.close()
})

/** Generates four images, and waits for them. */
async function make(wanted: { readonly prompt: string; readonly aspectRatio?: string }) {
  const made = await generate(context, app.url, wanted)
  await allEnded(context, app.url, made.projectId)
  return made
}
const makeOwl = () => make({ prompt: 'an owl by moonlight', aspectRatio: '2:3' })

const shown = () => assetsShown(page)

describe('assets', () => {
  it('appear as soon as they are generated, without a reload, newest first', async () => {
    await page.goto('/assets')
    await page.getByRole('heading', { name: /^Today/ }).waitFor()
    await expect.poll(shown).toBe(4)
    await makeOwl()
    await expect.poll(shown, { timeout: 10_000 }).toBe(8)
    await expect.poll(() => page.locator('[data-asset] img').first().getAttribute('alt')).toBe('an owl by moonlight')
    await expect.poll(() => page.getByText('8 images').first().isVisible()).toBe(true)
  })

  it('are shown whole, without cropping', async () => {
    await makeOwl()
    await page.goto('/assets')
    const images = page.locator('[data-asset] img')
    await images.nth(7).waitFor()
    // Not a number before a picture is there.
    const croppings = () =>
      images.evaluateAll((all) =>
        (all as HTMLImageElement[]).map(
          (image) => image.clientWidth / image.clientHeight - image.naturalWidth / image.naturalHeight,
        ),
      )
    await expect.poll(async () => (await croppings()).every((each) => Math.abs(each) < 0.02)).toBe(true)
  })

  it('load small files while a long list is scrolled quickly, and sharp ones when it rests', async () => {
    const other = await openPage(context)
    const [image] = (await (await context.request.get(`${app.url}/api/assets`)).json()).items
    const items = Array.from({ length: 600 }, (_, at) => ({
      ...image,
      id: crypto.randomUUID(),
      seed: at,
      width: 1_536,
    }))
    const asked: string[] = []
    await other.route('**/api/assets', (route) => route.fulfill({ json: { items, nextCursor: null } }))
    await other.route('**/api/images/*/file*', (route) => {
      asked.push(new URL(route.request().url()).search)
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    })
    await other.goto('/assets')
    await other.locator('[data-asset]').first().waitFor()
    expect(new Set(asked)).toEqual(new Set(['?size=512']))
    await other.mouse.move(600, 600)
    // Several screens in a frame are quick on every machine.
    for (let turn = 0; turn < 3; turn++) await other.mouse.wheel(0, 4_000)
    await expect.poll(() => asked.includes('?size=256')).toBe(true)
    const sharp = () =>
      other
        .locator('[data-asset] img')
        .evaluateAll((all) => all.every((one) => one.getAttribute('src')?.endsWith('512')))
    await expect.poll(sharp).toBe(true)
    await other.close()
  })

  it('are added to a list that was scrolled far without reading it again', async () => {
    const other = await openPage(context)
    const pages = 5
    const asked: (string | null)[] = []
    await other.route('**/api/assets*', async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor')
      asked.push(cursor)
      const real = (await (await route.fetch({ url: `${app.url}/api/assets` })).json()).items
      const older = Array.from({ length: 60 }, () => ({ ...real.at(-1), id: crypto.randomUUID() }))
      const page = Number(cursor ?? 0)
      const items = page === 0 ? real : older
      return route.fulfill({ json: { items, nextCursor: page + 1 < pages ? String(page + 1) : null } })
    })
    const before = await context.request.get(`${app.url}/api/assets`)
    const real = (await before.json()).items.length
    await other.goto('/assets')
    // Once the page follows its events, it reads the list again by itself.
    await expect.poll(() => asked.filter((cursor) => cursor === null).length).toBe(2)
    const count = other.locator('.asset-count')
    await other.mouse.move(600, 600)
    await expect
      .poll(async () => {
        await other.mouse.wheel(0, 2_000)
        return count.textContent()
      })
      .toBe(`${real + 60 * (pages - 1)} images`)
    asked.length = 0
    const kite = await make({ prompt: 'a kite above the dunes' })
    await expect.poll(() => count.textContent()).toBe(`${real + 4 + 60 * (pages - 1)} images`)
    expect(new Set(asked)).toEqual(new Set([null]))

    await context.request.delete(`${app.url}/api/generations/${kite.id}`, { headers: { origin: app.url } })
    await expect.poll(() => count.textContent()).toBe(`${real + 60 * (pages - 1)} images`)
    expect(new Set(asked)).toEqual(new Set([null]))
    await other.close()
  })

  it('are searched and filtered, and the address keeps the filters', async () => {
    await makeOwl()
    await page.goto('/assets')
    await expect.poll(shown).toBe(8)
    await page.keyboard.press('/')
    await page.keyboard.type('fox')
    await expect.poll(shown).toBe(4)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('fox')
    await page.reload()
    await expect.poll(shown).toBe(4)
    await page.getByRole('button', { name: 'Ratio' }).click()
    await page.getByRole('menuitemradio', { name: '2:3' }).click()
    await page.getByText('Nothing fits these filters').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.poll(shown).toBe(8)
    await page.getByRole('button', { name: 'Date' }).click()
    await page.getByLabel('To').fill('2020-01-01')
    await page.getByText('Nothing fits these filters').waitFor()
    await page.getByRole('button', { name: 'Any date' }).click()
    await expect.poll(shown).toBe(8)
    await page.keyboard.press('Escape')
  })

  it('of other users are not listed', async () => {
    const { context: stranger, page: other } = await openScreen(app, { account: newAccount('Noor') })
    await other.goto('/assets')
    await other.getByText('No assets yet. Start creating!').waitFor()
    await stranger.close()
  })
})
