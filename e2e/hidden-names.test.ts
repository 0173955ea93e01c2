import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import type { SeriesShape } from '#contract/series.ts'
import type { MadeShareShape } from '#contract/share.ts'
import { boardOf } from './support/board-of.ts'
import { htmlBesideNewCard, promptBar } from './support/branch-panel.ts'
import { cardsOn } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
})
afterAll(() => journey.close())

describe('a race that hides its names', () => {
  let board: ReturnType<typeof boardOf>
  let projectId: string
  let racer: GenerationShape
  let branch: GenerationShape
  const tellsName = async (on = page) => (await htmlBesideNewCard(on)).includes('Sketch')
  /** All bytes of the file that a press saves. */
  async function saved(press: () => Promise<void>): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return (await readFile(await download.path())).toString('latin1')
  }
  const focusCard = (id: string) => page.locator(`[data-card="${id}"]`).focus()

  beforeAll(async () => {
    board = boardOf(journey.context, journey.app.url)
    // The record of models has a row for whatever was generated outside of an open race.
    await board.make({ prompt: 'a lake at dawn', model: 'Sketch', aspectRatio: '1:1' })
    const asked = { prompt: 'a walled garden', model: 'Sketch', canvasX: 9_000, canvasY: 9_000 }
    const reply = await journey.context.request.post('/api/series', {
      headers: { origin: journey.app.url },
      data: { kind: 'race', hidesNames: true, price: 0, steps: [asked, { ...asked, canvasX: 9_900 }] },
    })
    const race = (await reply.json()) as SeriesShape
    projectId = race.projectId
    const cards = await board.finished(projectId)
    racer = cards.find(({ id }) => id === race.steps[0]?.generationId) as GenerationShape
    branch = await board.make({
      prompt: 'a walled garden at night',
      model: 'Sketch',
      projectId,
      parentGenerationId: racer.id,
      parentImageId: racer.images[0]?.id ?? null,
      branchKind: 'remix',
    })
  })

  it('shows none on its canvas, in any panel, or in any snapshot of the past', async () => {
    await page.goto(`/project/${projectId}`)
    await page.getByText('Names are hidden until you pick a winner.').waitFor()
    await page.getByText('Model A').first().waitFor()
    expect(await tellsName()).toBe(false)
    await focusCard(branch.id)
    await promptBar(page).getByRole('button', { name: 'Model: Model A' }).waitFor()
    expect(await tellsName()).toBe(false)
    for (const [key, name] of [
      ['w', 'What changed'],
      ['p', 'Path to here'],
      ['x', /^Compare/],
      ['e', 'What this branch cost'],
      ['r', 'Run this branch again'],
      ['k', 'Cull'],
      ['Enter', /^Image 1 of 4/],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('dialog', { name }).waitFor()
      expect([key, await tellsName()]).toEqual([key, false])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
      await focusCard(branch.id)
    }
    await page.keyboard.press('t')
    await page.locator('[data-past]').first().waitFor()
    expect(await tellsName()).toBe(false)
    await page.keyboard.press('Escape')
  })

  it('shows none on a branch of it, from the panel to the card, nor on a re-run card', async () => {
    await focusCard(branch.id)
    await page.keyboard.press('b')
    await page.getByRole('button', { name: /^Enhance/ }).click()
    await page.getByRole('button', { name: 'Model: Model A' }).waitFor()
    expect(await tellsName()).toBe(false)
    const before = await cardsOn(page).count()
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => [await cardsOn(page).count(), await tellsName()]).toEqual([before + 1, false])
    await focusCard(branch.id)
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog', { name: 'Run this branch again' })
    await panel.getByRole('textbox').fill('a walled garden at noon')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-card] .card-prompt').filter({ hasText: 'at noon' }).waitFor()
    expect(await tellsName()).toBe(false)
    await board.finished(projectId)
  })

  it('shows none among assets: not beside a picture, not in a comparison, and not by the result of a filter', async () => {
    await page.goto(`/assets?projectId=${projectId}`)
    const pictures = page.getByRole('button', { name: /^Open: a walled garden/ })
    await pictures.first().click()
    await page.getByRole('complementary').getByText('Model A').waitFor()
    expect(await tellsName()).toBe(false)
    await page.keyboard.press('Escape')
    for (const place of [0, 1])
      await page
        .locator('[data-asset]')
        .nth(place)
        .click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Compare' }).click()
    await page
      .getByRole('dialog', { name: /^Compare/ })
      .getByText('Model A')
      .first()
      .waitFor()
    expect(await tellsName()).toBe(false)
    await page.goto(`/assets?projectId=${projectId}&model=Sketch`)
    await page.getByText('Nothing fits these filters').waitFor()
  })

  it('has none in exported files, and refuses provenance before it is decided', async () => {
    await page.goto(`/project/${projectId}?card=${racer.id}`)
    await focusCard(racer.id)
    const zip = await saved(() => page.keyboard.press('Shift+D'))
    expect(zip).toContain('"model": "Model A"')
    expect(zip).not.toMatch(/Sketch|sketch/)
    await focusCard(racer.id)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^Image 1 of 4/ }).waitFor()
    expect(await saved(() => page.getByRole('button', { name: 'Download', exact: true }).click())).not.toMatch(
      /Sketch|sketch/,
    )
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Download with history' }).click()
    await page.getByText('Not before the race has a winner').waitFor()
    await page.keyboard.press('Escape')
  })

  it('shows none to a reviewer', async () => {
    const reply = await journey.context.request.post(`/api/projects/${projectId}/shares`, {
      headers: { origin: journey.app.url },
      data: { expiry: '1-day', showsPrompts: true },
    })
    const pocket = await journey.browser.newContext({ baseURL: journey.app.url })
    const visitor = await openPage(pocket)
    const replies: string[] = []
    await visitor.route(/\/api\/shared\/[^/]+\/(board|feedback|changes)/, async (route) => {
      const response = await route.fetch()
      replies.push(await response.text())
      await route.fulfill({ response })
    })
    await visitor.goto(((await reply.json()) as MadeShareShape).address)
    await visitor.getByRole('button', { name: 'Look at the images one by one' }).click()
    await visitor.getByRole('dialog').waitFor()
    expect(await tellsName(visitor)).toBe(false)
    await visitor.getByRole('button', { name: 'Compare images' }).click()
    await visitor.getByText('Model A').first().waitFor()
    expect(await tellsName(visitor)).toBe(false)
    expect(replies.length).toBeGreaterThan(1)
    expect(replies.filter((text) => /Sketch|sketch/.test(text))).toEqual([])
    expect(visitor.errors).toEqual([])
    await pocket.close()
  })

  it('names no model where the series cannot be read', async () => {
    const away = '**/api/projects/*/series'
    await page.route(away, (route) => route.abort())
    await page.goto(`/project/${projectId}?card=${racer.id}`)
    await page.getByText('Model A').first().waitFor()
    expect(await tellsName()).toBe(false)
    await page.unroute(away)
    page.errors.splice(0)
  })

  it('shows all names when a winner is picked, and counts the win', async () => {
    await page.goto('/manage-account?tab=your-models')
    const wins = page.getByRole('row', { name: /^Sketch/ })
    await wins.waitFor()
    expect(await wins.getByText('1 of 1').count()).toBe(0)
    await page.goto(`/project/${projectId}?card=${racer.id}`)
    await page.getByText('Names are hidden until you pick a winner.').waitFor()
    await focusCard(racer.id)
    await page.keyboard.press('Shift+W')
    await page.getByRole('button', { name: 'Winner of the race' }).first().waitFor()
    await page.getByText('Model A').first().waitFor({ state: 'detached' })
    await page.goto('/manage-account?tab=your-models')
    await wins.getByText('1 of 1').waitFor()
    await expectNoViolations(page)
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
