import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { startKreaFake } from '#server-testing/vendors/krea-fake.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { boardOf } from './support/board-of.ts'
import { htmlBesideNewCard } from './support/branch-panel.ts'
import { grip } from './support/canvas.ts'
import { chip, go, promptField } from './support/composer.ts'
import { fingersOn } from './support/fingers.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage, phone } from './support/person.ts'

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

const several = () => page.getByRole('dialog', { name: 'Make several' })
const check = (name: string | RegExp) => several().getByRole('checkbox', { name, exact: true }).press('Space')
/** Any word of the page that reveals a model, its maker, or the price of an image; the highest price of both does not. */
const revealing = /Sketch|Krea|(?<!at most )7\.20|4\.00|1\.80/
const revealingText = async () => revealing.exec(await htmlBesideNewCard(page))?.[0]

describe('a race of models', () => {
  let cards: GenerationShape[]
  const board = () => boardOf(journey.context, journey.app.url)

  it('is chosen in the composer by keyboard, with the price of all models before Go', async () => {
    await page.goto('/image')
    await promptField(page).fill('a lighthouse on a cliff')
    await chip(page, 'Several').press('Enter')
    await check('Sketch')
    await check('Krea 2')
    await check(/^Hide the models’ names/)
    await page.keyboard.press('Escape')
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 2 cards · 8 images · 11.20 credits')
    await promptField(page).press('Control+Enter')
    await page.waitForURL('**/project/**')
  })

  it('has one card for each model, side by side, under aliases', async () => {
    await page.getByText('Model A').first().waitFor()
    await page.getByText('Model B').first().waitFor()
    const projectId = page.url().split('/').at(-1)?.split('?')[0] ?? ''
    cards = await board().finished(projectId)
    expect(new Set(cards.map(({ model }) => model))).toEqual(new Set(['Model A', 'Model B']))
    expect(new Set(cards.map(({ prompt }) => prompt))).toEqual(new Set(['a lighthouse on a cliff']))
    expect(new Set(cards.map(({ canvasY }) => canvasY)).size).toBe(1)
    expect(new Set(cards.map(({ canvasX }) => canvasX)).size).toBe(2)
    expect(cards.map(({ parentGenerationId }) => parentGenerationId)).toEqual([null, null])
    expect(cards.flatMap(({ images }) => images.map(({ status }) => status))).toEqual(Array(8).fill('completed'))
    expect(await revealingText()).toBeUndefined()
  })

  it('reveals no model by the price of a branch or of a re-run either', async () => {
    for (const { id } of cards) {
      await page.locator(`[data-card="${id}"]`).focus()
      await page.keyboard.press('b')
      await page.getByRole('button', { name: /^Enhance/ }).click()
      const panel = page.getByRole('dialog', { name: 'Enhance' })
      await panel.getByRole('button', { name: 'Go, 4 images · at most 7.20 credits' }).waitFor()
      await panel.getByRole('button', { name: 'Cancel' }).click()
      await page.locator(`[data-card="${id}"]`).focus()
      await page.keyboard.press('r')
      await page.getByRole('button', { name: 'Run again, 1 card, at most 7.20 credits' }).waitFor()
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('e')
    await page.getByText('A race hides which model made this, and with it the cost.').waitFor()
    await page.keyboard.press('Escape')
    expect(await revealingText()).toBeUndefined()
  })

  it('is decided by a tap, and shows the names of its models then', async () => {
    const pocket = await journey.browser.newContext({
      ...phone,
      baseURL: journey.app.url,
      storageState: await journey.context.storageState(),
    })
    const small = await openPage(pocket)
    const fingers = fingersOn(await pocket.newCDPSession(small))
    const [winner] = cards
    await small.goto(`/project/${winner?.projectId}?card=${winner?.id}`)
    await small.locator(`[data-card="${winner?.id}"]`).waitFor()
    const item = small.getByRole('menuitem', { name: 'Pick as winner' })
    const open = async () => {
      await fingers.rest(await grip(small, winner?.id ?? ''))
      return item.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(open).toBe(true)
    await item.tap()
    await small
      .locator(`[data-card="${winner?.id}"]`)
      .getByText(/^(Krea 2|Sketch)$/)
      .first()
      .waitFor()
    expect(small.errors).toEqual([])
    await pocket.close()
    await page.getByText('Krea 2', { exact: true }).first().waitFor()
    expect(await page.getByText('Model A').count()).toBe(0)
  })

  it('is counted in the model statistics: wins, kept images, and cost', async () => {
    await page.goto('/manage-account?tab=your-models')
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).textContent()
    const models = (await board().finished(cards[0]?.projectId ?? '')).map(({ id, model }) => [id, model] as const)
    const won = models.find(([id]) => id === cards[0]?.id)?.[1] ?? ''
    const lost = models.find(([, model]) => model !== won)?.[1] ?? ''
    expect(new Set([won, lost])).toEqual(new Set(['Sketch', 'Krea 2']))
    await page.getByRole('row', { name: /^Krea 2/ }).waitFor()
    expect([(await row(won))?.includes('1 of 1'), (await row(lost))?.includes('0 of 1')]).toEqual([true, true])
    expect(await row(won)).toContain(won === 'Krea 2' ? '7.20' : '4.00')
    await expectNoViolations(page)
    expect(page.errors).toEqual([])
  })
})
