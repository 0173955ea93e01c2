import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage, phone } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let root: GenerationShape
let child: GenerationShape
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
  const board = boardOf(journey.context, journey.app.url)
  root = await board.make({ prompt: 'a lake at dawn', model: 'Sketch', aspectRatio: '1:1' })
  child = await board.make({
    prompt: 'as a woodcut',
    model: 'Sketch',
    aspectRatio: '1:1',
    projectId: root.projectId,
    parentGenerationId: root.id,
    parentImageId: root.images[0]?.id ?? null,
    branchKind: 'remix',
  })
  await journey.context.request.delete(`/api/generations/${child.id}`, { headers: { origin: journey.app.url } })
  await page.goto(`/project/${root.projectId}`)
  await page.locator(`[data-card="${root.id}"]`).waitFor()
})
afterAll(() => journey.close())

const layer = () => page.getByRole('dialog', { name: 'The past of this canvas' })
const slider = () => layer().getByRole('slider', { name: 'Moment' })

describe('the replay of a canvas', () => {
  it('is opened by a key, and starts at the present', async () => {
    await page.keyboard.press('t')
    await slider().waitFor()
    await layer().getByText('Today').waitFor()
    await layer().getByText('1 card', { exact: true }).waitFor()
    await expectNoViolations(page)
  })

  it('is stepped through by keys, back to before the first card', async () => {
    await slider().press('ArrowLeft')
    await layer().getByText('1 card deleted since').waitFor()
    await expect.poll(() => layer().locator(`[data-past="${child.id}"]`).count()).toBe(1)
    await slider().press('Home')
    await layer().getByText('Before the first card').waitFor()
    await expect.poll(() => layer().locator('[data-past]').count()).toBe(0)
  })

  it('plays to the present', async () => {
    await layer().getByRole('button', { name: 'Play' }).click()
    await layer().getByText('Today').waitFor({ timeout: 60_000 })
  })

  it('restores a deleted branch', async () => {
    await slider().press('ArrowLeft')
    await layer().getByRole('button', { name: 'Bring this back' }).last().click()
    await layer().waitFor({ state: 'detached' })
    await page.locator(`[data-card="${child.id}"]`).waitFor()
    await page.reload()
    await page.locator(`[data-card="${child.id}"]`).waitFor()
  })

  it('is closed by Escape, and used by touch', async () => {
    await page.keyboard.press('t')
    await slider().waitFor()
    await page.keyboard.press('Escape')
    await layer().waitFor({ state: 'detached' })
    const pocket = await journey.browser.newContext({
      ...phone,
      baseURL: journey.app.url,
      storageState: await journey.context.storageState(),
    })
    const small = await openPage(pocket)
    await small.goto(`/project/${root.projectId}`)
    await small.locator('[data-card]').first().waitFor()
    await small.keyboard.press('t')
    const bar = small.getByRole('dialog', { name: 'The past of this canvas' })
    await bar.getByRole('button', { name: 'Play' }).tap()
    await bar.getByRole('button', { name: 'Back to today' }).tap()
    await bar.waitFor({ state: 'detached' })
    expect(small.errors).toEqual([])
    await pocket.close()
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
