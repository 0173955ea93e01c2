import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { cardsOn } from './support/canvas.ts'
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

const several = () => page.getByRole('dialog', { name: 'Make several' })

describe('a prompt with variations', () => {
  it('is priced before Go, kept over a reload, and becomes a grid on the canvas, each card with its words', async () => {
    const prompt = 'a {red|blue} door in a white wall'
    await page.goto('/image')
    await promptField(page).fill(prompt)
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 2 cards · 8 images')
    await chip(page, 'Several').click()
    await several().getByRole('checkbox', { name: '1:1' }).check()
    await several().getByRole('checkbox', { name: '16:9' }).check()
    await several().getByText('2 cards').waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expectFocused(chip(page, 'Several: 2 cards'))
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 cards · 16 images')

    await page.reload()
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 cards · 16 images')
    await promptField(page).fill('a {red|blue|green|grey|white} {door|gate|wall|well}')
    await expect
      .poll(() => go(page).getAttribute('aria-description'))
      .toBe('That would be 40 cards; 36 at once is the most.')

    await promptField(page).fill(prompt)
    await go(page).click()
    await page.waitForURL('**/project/**')
    await expect.poll(() => cardsOn(page).count()).toBe(4)
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

/** One card on a board of its own. */
async function makeCard(prompt: string) {
  const board = boardOf(journey.context, journey.app.url)
  const root = await board.make({ prompt, model: 'Sketch', aspectRatio: '1:1' })
  return { board, root, projectId: root.projectId }
}

describe('a re-run branch', () => {
  it('gets another prompt at its root: a preview first, then card after card', async () => {
    const { board, root, projectId } = await makeCard('a lake at dawn')
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
    await expect.poll(() => page.locator('.placeholder-card').count()).toBe(2)
    await panel.getByRole('textbox').fill('a lake at noon')
    await expectNoViolations(page)
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await board.finished(projectId)).length, { timeout: 60_000 }).toBe(4)
    const all = await board.finished(projectId)
    const again = all.find(({ prompt }) => prompt === 'a lake at noon')
    const below = all.find((card) => card.parentGenerationId === again?.id)
    expect([below?.prompt, below?.parentImageId]).toEqual([child.prompt, again?.images[1]?.id])
    await expect.poll(() => page.locator('.placeholder-card').count()).toBe(0)
  })

  it('has more like one of its cards: the same settings, other seeds, beside it', async () => {
    const { board, root, projectId } = await makeCard('a red fox')
    await page.goto(`/project/${projectId}`)
    await page.locator(`[data-card="${root.id}"]`).focus()
    await page.keyboard.press('g')
    await expect.poll(async () => (await board.generations(projectId)).length).toBe(2)
    const more = (await board.finished(projectId)).find(({ id }) => id !== root.id)
    expect([more?.prompt, more?.settings.aspectRatio, more?.parentGenerationId]).toEqual(['a red fox', '1:1', null])
    expect(more?.settings.seed).not.toBe(root.settings.seed)
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
