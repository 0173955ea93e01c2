import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { startKreaFake } from '#server-testing/vendors/krea-fake.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { boardOf } from './support/board-of.ts'
import { htmlBesideNewCard } from './support/branch-panel.ts'
import { chip, go, promptField } from './support/composer.ts'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { newAccount } from './support/person.ts'

let krea: VendorFake
let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  krea = await startKreaFake()
  journey = await openJourney({
    account: newAccount('Ada'),
    variables: { PROVIDER_BASE_URLS: `krea=${krea.url}`, KREA_API_KEY: fakeKey, SKETCH_CREDITS: '1' },
  })
  page = journey.page
})
afterAll(async () => {
  await journey.close()
  await krea.stop()
})

/** Any word of the page that reveals a model, its maker, or the price of an image; the highest price of both does not. */
const revealing = /Sketch|Krea|(?<!at most )7\.20|4\.00|1\.80/
const revealedOn = async (on: Page) => revealing.exec(await htmlBesideNewCard(on))?.[0]
const openBoard = async (path: string, cardId: string) => {
  await page.goto(path)
  await page.locator(`[data-card="${cardId}"]`).focus()
}

it('two models race under aliases, which no page, file or link reveals, until a winner is picked and counted', async () => {
  const board = boardOf(journey.context, journey.app.url)
  await page.goto('/image')
  await promptField(page).fill('a lighthouse on a cliff')
  await chip(page, 'Several').click()
  const several = page.getByRole('dialog', { name: 'Make several' })
  for (const name of ['Sketch', 'Krea 2', /^Hide the models’ names/])
    await several.getByRole('checkbox', { name, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 2 cards · 8 images · 11.20 credits')
  await promptField(page).press('Control+Enter')
  await page.waitForURL('**/project/**')
  await page.getByText('Model A').first().waitFor()
  await page.getByText('Model B').first().waitFor()
  const projectId = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  const cards = await board.finished(projectId)
  const [first] = cards
  if (!first) throw new Error('The race has no card.')
  expect(new Set(cards.map(({ model }) => model))).toEqual(new Set(['Model A', 'Model B']))
  expect(cards.flatMap(({ images }) => images.map(({ status }) => status))).toEqual(Array(8).fill('completed'))
  expect(await revealedOn(page)).toBeUndefined()

  const path = `/project/${projectId}?card=${first.id}`
  await openBoard(path, first.id)
  await page.keyboard.press('b')
  await page.getByRole('button', { name: /^Enhance/ }).click()
  await page.getByRole('button', { name: 'Go, 4 images · at most 7.20 credits' }).waitFor()
  const before = (await board.generations(projectId)).length
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await board.generations(projectId)).length).toBe(before + 1)
  const branch = (await board.finished(projectId)).find(({ parentGenerationId }) => parentGenerationId !== null)
  expect(branch?.model).toBe(first.model)
  expect(await revealedOn(page)).toBeUndefined()
  await page.keyboard.press('t')
  await page.locator('[data-past]').first().waitFor()
  expect(await revealedOn(page)).toBeUndefined()

  await openBoard(path, first.id)
  const [zip] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+D')])
  expect((await readFile(await zip.path())).toString('latin1')).not.toMatch(/sketch|krea/i)

  await page.goto(`/assets?projectId=${projectId}`)
  await page
    .getByRole('button', { name: /^Open: a lighthouse/ })
    .first()
    .click()
  await page
    .getByRole('complementary')
    .getByText(/Model [AB]/)
    .waitFor()
  expect(await revealedOn(page)).toBeUndefined()

  const shared = await journey.context.request.post(`/api/projects/${projectId}/shares`, {
    headers: { origin: journey.app.url },
    data: { expiry: '1-day', showsPrompts: true },
  })
  const { context, page: visitor } = await openScreen(journey.app)
  await visitor.goto(((await shared.json()) as MadeShareShape).address)
  await visitor.getByRole('button', { name: 'Look one by one' }).click()
  await visitor.getByRole('button', { name: 'Compare images' }).click()
  await visitor
    .getByText(/Model [AB]/)
    .first()
    .waitFor()
  expect(await revealedOn(visitor)).toBeUndefined()
  expect(visitor.errors).toEqual([])
  await context.close()

  await openBoard(path, first.id)
  await page.getByText('Names are hidden until you pick a winner.').waitFor()
  await page.keyboard.press('Shift+W')
  await page.getByRole('button', { name: 'Winner of the race' }).first().waitFor()
  await page.getByText('Krea 2', { exact: true }).first().waitFor()
  const won = (await board.generations(projectId)).find(({ id }) => id === first.id)?.model
  await page.goto('/manage-account?tab=your-models')
  await page
    .getByRole('row', { name: new RegExp(`^${won}`) })
    .getByText('1 of 1')
    .waitFor()
  expect(page.errors).toEqual([])
})
