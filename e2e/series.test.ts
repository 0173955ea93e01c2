import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import type { SeriesShape } from '#contract/series.ts'
import type { MadeShareShape } from '#contract/share.ts'
import { boardOf } from './support/board-of.ts'
import { chip, go, promptField } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectFocused, expectNoViolations, newAccount, openPage, phone } from './support/person.ts'

const account = newAccount('Ada')
let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account })
  page = journey.page
})
afterAll(() => journey.close())

const cards = () => page.locator('[data-card], [data-awaited]')
const several = () => page.getByRole('dialog', { name: 'Make several' })

describe('one prompt on several cards', () => {
  it('shows how many cards, images and credits it will be before Go, as words and ratios are chosen', async () => {
    await page.goto('/image')
    await promptField(page).fill('a {red|blue} door in a white wall')
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 2 cards · 8 images')
    await chip(page, 'Several').click()
    await several().getByRole('checkbox', { name: '1:1' }).check()
    await several().getByRole('checkbox', { name: '16:9' }).check()
    await several().getByText('2 cards').waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expectFocused(chip(page, 'Several: 2 cards'))
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 cards · 16 images')
  })

  it('is kept over a reload, and says when it is too much', async () => {
    await page.reload()
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 cards · 16 images')
    await promptField(page).fill('a {red|blue|green|grey|white} {door|gate|wall|well}')
    await expect
      .poll(() => go(page).getAttribute('aria-description'))
      .toBe('That would be 40 cards; 36 at once is the most.')
    await promptField(page).fill('a {red|blue} door in a white wall')
  })

  it('becomes a grid on the canvas, each card with the words it was made of', async () => {
    await go(page).click()
    await page.waitForURL('**/project/**')
    await expect.poll(() => cards().count()).toBe(4)
    const words = page.locator('[data-card] .card-prompt')
    await expect
      .poll(async () => new Set(await words.allTextContents()))
      .toEqual(new Set(['a red door in a white wall', 'a blue door in a white wall']))
    await page.goto('/image')
    await chip(page, 'Several').waitFor()
  })

  it('is chosen by touch as well', async () => {
    const pocket = await journey.browser.newContext({
      ...phone,
      baseURL: journey.app.url,
      storageState: await journey.context.storageState(),
    })
    const small = await openPage(pocket)
    await small.goto('/image')
    await promptField(small).fill('a door')
    await chip(small, 'Several').tap()
    await small.getByRole('dialog', { name: 'Make several' }).getByText('16:9').tap()
    await small.getByRole('dialog', { name: 'Make several' }).getByText('1:1').tap()
    await small.getByRole('button', { name: 'Done' }).tap()
    await expect.poll(() => go(small).getAttribute('aria-label')).toBe('Go, 2 cards · 8 images')
    expect(small.errors).toEqual([])
    await pocket.close()
  })
})

/** One card on a board of its own, and the page opened on it. */
async function openCard(prompt: string) {
  const board = boardOf(journey.context, journey.app.url)
  const root = await board.make({ prompt, model: 'Sketch', aspectRatio: '1:1' })
  return { board, root, projectId: root.projectId }
}

describe('a branch', () => {
  it('is made again with another prompt at its root: shown first, then card after card', async () => {
    const { board, root, projectId } = await openCard('a lake at dawn')
    const child = await board.make({
      prompt: 'as a woodcut',
      model: 'Sketch',
      aspectRatio: '1:1',
      projectId,
      parentGenerationId: root.id,
      parentImageId: root.images[1]?.id ?? null,
      branchKind: 'remix',
    })
    await page.goto(`/project/${projectId}`)
    await page.locator(`[data-card="${root.id}"]`).focus()
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog', { name: 'Run this branch again' })
    await panel.getByText('2 cards will be made again').waitFor()
    await expect.poll(() => page.locator('.ghost-card').count()).toBe(2)
    await panel.getByRole('textbox').fill('a lake at noon')
    await expectNoViolations(page)
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await board.finished(projectId)).length, { timeout: 60_000 }).toBe(4)
    const all = await board.finished(projectId)
    const again = all.find(({ prompt }) => prompt === 'a lake at noon')
    const below = all.find((card) => card.parentGenerationId === again?.id)
    expect([below?.prompt, below?.parentImageId]).toEqual([child.prompt, again?.images[1]?.id])
    await expect.poll(() => page.locator('.ghost-card').count()).toBe(0)
  })

  it('has more like one of its cards: the same settings, other seeds, beside it', async () => {
    const { board, root, projectId } = await openCard('a red fox')
    await page.goto(`/project/${projectId}`)
    await page.locator(`[data-card="${root.id}"]`).focus()
    await page.keyboard.press('g')
    await expect.poll(async () => (await board.generations(projectId)).length).toBe(2)
    const more = (await board.finished(projectId)).find(({ id }) => id !== root.id)
    expect([more?.prompt, more?.settings.aspectRatio, more?.parentGenerationId]).toEqual(['a red fox', '1:1', null])
    expect(more?.settings.seed).not.toBe(root.settings.seed)
  })
})

describe('a race that hides its names', () => {
  let board: ReturnType<typeof boardOf>
  let projectId: string
  let racer: GenerationShape
  let branch: GenerationShape
  /** Everything that the page holds, seen or not. */
  const tellsName = (on = page) => on.evaluate(() => document.documentElement.outerHTML.includes('Sketch'))
  /** All bytes of what a press saves. */
  async function saved(press: () => Promise<void>): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return (await readFile(await download.path())).toString('latin1')
  }
  const focusCard = (id: string) => page.locator(`[data-card="${id}"]`).focus()

  beforeAll(async () => {
    board = boardOf(journey.context, journey.app.url)
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

  it('tells none on its canvas, in no panel, and in no moment of the past', async () => {
    await page.goto(`/project/${projectId}`)
    await page.getByText('Names are hidden until you pick a winner.').waitFor()
    await page.getByText('Model A').first().waitFor()
    expect(await tellsName()).toBe(false)
    await focusCard(branch.id)
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

  it('tells none on a branch of it, from the panel to the card, nor on a card that was made again', async () => {
    await focusCard(branch.id)
    await page.keyboard.press('b')
    await page.getByRole('button', { name: /^Enhance/ }).click()
    await page.getByRole('button', { name: 'Model: Model A' }).waitFor()
    expect(await tellsName()).toBe(false)
    const before = await cards().count()
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => [await cards().count(), await tellsName()]).toEqual([before + 1, false])
    await focusCard(branch.id)
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog', { name: 'Run this branch again' })
    await panel.getByRole('textbox').fill('a walled garden at noon')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-card] .card-prompt').filter({ hasText: 'at noon' }).waitFor()
    expect(await tellsName()).toBe(false)
    await board.finished(projectId)
  })

  it('tells none among assets: not beside a picture, not in a comparison, and not by what a filter leaves', async () => {
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

  it('tells none in what is carried away, and gives no history before it is decided', async () => {
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

  it('tells none to a visitor', async () => {
    const reply = await journey.context.request.post(`/api/projects/${projectId}/shares`, {
      headers: { origin: journey.app.url },
      data: { expiry: '1-day', showsPrompts: true },
    })
    const pocket = await journey.browser.newContext({ baseURL: journey.app.url })
    const visitor = await openPage(pocket)
    const told: string[] = []
    await visitor.route(/\/api\/shared\/[^/]+\/(board|words|changes)/, async (route) => {
      const response = await route.fetch()
      told.push(await response.text())
      await route.fulfill({ response })
    })
    await visitor.goto(((await reply.json()) as MadeShareShape).address)
    await visitor.getByRole('button', { name: 'Look at the images one by one' }).click()
    await visitor.getByRole('dialog').waitFor()
    expect(await tellsName(visitor)).toBe(false)
    await visitor.getByRole('button', { name: 'Compare images' }).click()
    await visitor.getByText('Model A').first().waitFor()
    expect(await tellsName(visitor)).toBe(false)
    expect(told.length).toBeGreaterThan(1)
    expect(told.filter((text) => /Sketch|sketch/.test(text))).toEqual([])
    expect(visitor.errors).toEqual([])
    await pocket.close()
  })

  it('tells none of all where it can’t be read which races there are, until it can', async () => {
    let isAway = true
    const away = '**/api/projects/*/series'
    await page.route(away, (route) => (isAway ? route.abort() : route.continue()))
    await page.goto(`/project/${projectId}?card=${racer.id}`)
    await page.locator(`[data-card="${racer.id}"]`).waitFor()
    expect(await tellsName()).toBe(false)
    expect(await page.getByText('Model A').count()).toBe(0)
    isAway = false
    await page.getByText('Model A').first().waitFor()
    expect(await tellsName()).toBe(false)
    await page.unroute(away)
    page.errors.splice(0)
  })

  it('tells them all when a winner is picked, and counts the win', async () => {
    await page.goto('/manage-account?tab=your-models')
    const wins = page.getByRole('row', { name: /^Sketch/ })
    await wins.waitFor()
    expect(await wins.getByText('1 of 1').count()).toBe(0)
    await page.goto(`/project/${projectId}?card=${racer.id}`)
    await focusCard(racer.id)
    await page.keyboard.press('Shift+W')
    await page.getByRole('button', { name: 'Winner of the race' }).first().waitFor()
    await page.getByText('Model A').first().waitFor({ state: 'detached' })
    await page.goto('/manage-account?tab=your-models')
    await wins.getByText('1 of 1').waitFor()
    await expectNoViolations(page)
  })
})

it('broke no script on the way', () => expect(page.errors).toEqual([]))
