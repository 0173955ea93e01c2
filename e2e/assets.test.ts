import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetsShown } from './support/assets.ts'
import { allEnded, generate } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount, openPage, signUp } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Olga') })
  ;({ app, browser, context, page } = journey)
})
afterAll(() => journey.close())

const shown = () => assetsShown(page)

describe('assets', () => {
  it('appear as soon as they are generated, without a reload, newest first', async () => {
    const fox = await generate(context, app.url, { prompt: 'a red fox in the snow' })
    await allEnded(context, app.url, fox.projectId)
    await page.goto('/assets')
    await page.getByRole('heading', { name: /^Today/ }).waitFor()
    await expect.poll(shown).toBe(4)
    const owl = await generate(context, app.url, { prompt: 'an owl by moonlight', aspectRatio: '2:3' })
    await allEnded(context, app.url, owl.projectId)
    await expect.poll(shown, { timeout: 10_000 }).toBe(8)
    await expect.poll(() => page.locator('[data-asset] img').first().getAttribute('alt')).toBe('an owl by moonlight')
    await expect.poll(() => page.getByText('8 images').first().isVisible()).toBe(true)
  })

  it('are shown whole, without cropping', async () => {
    const boxes = await page.locator('[data-asset]').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const image = tile.querySelector('img') as HTMLImageElement
        return image.clientWidth / image.clientHeight - image.naturalWidth / image.naturalHeight
      }),
    )
    for (const difference of boxes) expect(Math.abs(difference)).toBeLessThan(0.02)
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
    const kite = await generate(context, app.url, { prompt: 'a kite above the dunes' })
    await allEnded(context, app.url, kite.projectId)
    await expect.poll(() => count.textContent()).toBe(`${real + 4 + 60 * (pages - 1)} images`)
    expect(new Set(asked)).toEqual(new Set([null]))

    await context.request.delete(`${app.url}/api/generations/${kite.id}`, { headers: { origin: app.url } })
    await expect.poll(() => count.textContent()).toBe(`${real + 60 * (pages - 1)} images`)
    expect(new Set(asked)).toEqual(new Set([null]))
    await other.close()
  })

  it('are searched and filtered, and the address keeps the filters', async () => {
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
    const stranger = await browser.newContext({ ...desktop, baseURL: app.url })
    const other = await openPage(stranger)
    await signUp(other, app.url, newAccount('Noor'))
    await other.goto('/assets')
    await other.getByText('No assets yet. Start creating!').waitFor()
    await stranger.close()
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
