import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RequestSeriesInput } from '#contract/cards/series.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { chip, dialog, expectFocusOn, focus, go, promptField } from '#web/testing/composer.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import { race, raceProject, racingCards } from '#web/testing/fake-series.ts'
import { lostConnection, type Replies } from '#web/testing/fake-server.ts'
import { catchSavedFiles } from '#web/testing/saved-files.ts'

const models = listedModels('Krea 2')
const [first, second] = racingCards
if (!first || !second) throw new Error('A race has two cards.')
const { id: projectId } = raceProject
const projects = [raceProject]
const button = (name: string | RegExp) => page.getByRole('button', { name })
const panel = (name: string | RegExp) => page.getByRole('dialog', { name })
const press = (keys: string) => userEvent.keyboard(keys)

/** Opens the race. What the server says of its cards names no model; the picker of the bar for a new card does. */
async function open(replies: Replies = {}) {
  const server = await openApp(`/project/${projectId}?card=${first?.id}`, {
    account: { projects, generations: racingCards, models, plan: 'basic' },
    replies: {
      ...replies,
      projects: { series: () => ({ items: [race], nextCursor: null }), ...replies.projects },
    },
    plain: { 'GET /api/images/*/file': () => new Response('png') },
  })
  await expectText('Model A')
  return server
}
/** Selects a card in the tree, also after a press of the mouse. */
async function select({ id }: { id: string }): Promise<void> {
  const item = page.getByRole('treeitem').nth(id === first?.id ? 0 : 1)
  const isSelected = async () => {
    await focus(item)
    return document.querySelector(`[data-card="${id}"][data-selected]`) !== null
  }
  await expect.poll(isSelected).toBe(true)
}
/** Words beside the bar for a new card that reveal a model, its maker, or the price of an image. */
const revealed = () => {
  const copy = document.body.cloneNode(true) as HTMLElement
  const bar = copy.querySelector('.prompt-bar')
  if (bar && !bar.querySelector('.bar-hand')) bar.remove()
  return /Sketch|Krea/.exec(copy.outerHTML)?.[0]
}

describe('a race of models', () => {
  it('is chosen in the composer by keyboard, with the price of all models before Go', async () => {
    const asked: RequestSeriesInput[] = []
    await openApp('/image', {
      account: { projects, generations: racingCards, models, plan: 'basic' },
      replies: {
        series: {
          request(body) {
            asked.push(body)
            return race
          },
        },
      },
    })
    await promptField.fill('A lighthouse on a cliff')
    await focus(chip('Several'))
    await press('{Enter}')
    const check = async (name: string | RegExp) => {
      await focus(dialog('Make several').getByRole('checkbox', { name, exact: true }))
      await press(' ')
    }
    await check('Sketch')
    await check('Krea 2')
    await check(/^Hide the models’ names/)
    await press('{Escape}')
    await expect.element(go).toHaveAccessibleName(/^Go, 2 cards · 8 images · \d+\.\d\d credits$/)
    const price = Number(/([\d.]+) credits/.exec(go.element().getAttribute('aria-label') ?? '')?.[1]) * 100
    await focus(promptField)
    await press('{Control>}{Enter}{/Control}')
    await expect.poll(() => location.pathname).toBe(`/project/${projectId}`)
    expect(asked).toMatchObject([{ kind: 'race', hidesNames: true, price }])
    const { steps = [] } = asked[0] ?? {}
    expect(new Set(steps.map(({ model }) => model))).toEqual(new Set(['Sketch', 'Krea 2']))
    expect(new Set(steps.map(({ canvasY }) => canvasY)).size).toBe(1)
    expect(new Set(steps.map(({ canvasX }) => canvasX)).size).toBe(2)
  })

  it('names no model in any panel, and no price but the highest', async () => {
    await open()
    await expectText('Names are hidden until you pick a winner.')
    await select(second)
    await expect
      .element(page.getByRole('region', { name: 'Prompt bar' }).getByRole('button', { name: 'Model: Model B' }))
      .toBeVisible()
    for (const [key, name, text] of [
      ['p', 'Path to here', '1 of 1'],
      ['x', /^Compare/, 'Model B'],
      ['e', 'What this branch cost', 'A race hides which model made this, and with it the cost.'],
      ['r', 'Run this branch again', 'at most 7.20 credits'],
      ['k', 'Cull', /of/],
    ] as const) {
      await select(second)
      await press(key)
      await expect.element(panel(name).getByText(text).first()).toBeInTheDocument()
      expect([key, revealed()]).toEqual([key, undefined])
      await press('{Escape}')
      await expect.element(panel(name)).not.toBeInTheDocument()
    }
    await focus(button('Open image 1 of 4').nth(1))
    await press('{Enter}')
    await expect
      .element(
        panel(/^Image 1 of 4/)
          .getByText('Model B')
          .first(),
      )
      .toBeVisible()
    expect(revealed()).toBeUndefined()
    await press('{Escape}')
    await expect.element(panel(/^Image 1 of 4/)).not.toBeInTheDocument()
    await select(second)
    await press('b')
    await panel('Create New Branch').getByRole('button', { name: 'Enhance' }).click()
    await expect
      .element(panel('Enhance').getByRole('button', { name: 'Go, 4 images · at most 7.20 credits' }))
      .toBeVisible()
    await expect.element(panel('Enhance').getByRole('button', { name: 'Model: Model B' })).toBeVisible()
    expect(revealed()).toBeUndefined()
  })

  it('names no model where the series cannot be read', async () => {
    await open({ projects: { series: () => lostConnection() } })
    await expectText('Model B')
    expect(revealed()).toBeUndefined()
  })

  it('names no model in a zip, and gives no history before it is decided', async () => {
    const saved = catchSavedFiles()
    await open()
    await select(first)
    await press('{Shift>}D{/Shift}')
    const [zip] = await saved(1)
    expect(zip?.text).toContain('"model": "Model A"')
    expect(zip?.text).not.toMatch(/Sketch|Krea/i)
    await focus(button('Open image 1 of 4').first())
    await press('{Enter}')
    await expectFocusOn('.lightbox')
    await panel(/^Image 1 of 4/)
      .getByRole('button', { name: 'More', exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Download with history' }).click()
    await expectText('Not before the race has a winner')
    expect(await saved(1)).toHaveLength(1)
  })

  it('is decided by picking the winner', async () => {
    const picked: unknown[] = []
    let now = race
    await open({
      projects: { series: () => ({ items: [now], nextCursor: null }) },
      series: {
        pickWinner(input) {
          picked.push(input)
          now = { ...race, winnerImageId: input.imageId }
          return now
        },
      },
    })
    await expectText('Names are hidden until you pick a winner.')
    await select(first)
    await press('{Shift>}W{/Shift}')
    await expect.element(button('Winner of the race').first()).toBeVisible()
    await expect.element(page.getByText('Names are hidden until you pick a winner.')).not.toBeInTheDocument()
    expect(picked).toEqual([{ id: race.id, imageId: first.images[0]?.id }])
  })
})
