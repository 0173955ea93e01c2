import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let root: GenerationShape
beforeAll(async () => {
  journey = await openJourney({
    account: newAccount('Ada'),
    screen: { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] },
  })
  page = journey.page
  root = await boardOf(journey.context, journey.app.url).make({ prompt: 'pears on a sill', aspectRatio: '2:3' })
})
afterAll(() => journey.close())

it('an image is starred, copied and saved as a real PNG, and is starred still after a reload', async () => {
  await page.goto(`/project/${root.projectId}?card=${root.id}`)
  const image = page.locator(`[data-card="${root.id}"] [data-image]`).nth(2)
  await image.dblclick()
  const lightbox = page.getByRole('dialog', { name: 'Image 3 of 4' })
  await lightbox.waitFor()
  const stored = page.waitForResponse((response) => response.url().endsWith('/changes'))
  await page.keyboard.press('2')
  expect((await stored).status()).toBe(200)
  await lightbox.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy image' }).click()
  await page.getByText('Image copied').waitFor()
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))
  expect(types).toContain('image/png')
  const saving = page.waitForEvent('download')
  await lightbox.getByRole('button', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('generation-3.png')
  const png = [0x89, 0x50, 0x4e, 0x47]
  expect([...(await readFile(await saved.path())).subarray(0, 4)]).toEqual(png)
  await page.reload()
  await image.getByRole('img', { name: 'Starred' }).waitFor()
  expect(page.errors).toEqual([])
})
