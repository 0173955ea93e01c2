import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { grip, type OpenBoard, openBoard } from '#web/testing/fake-board.ts'
import { fingers, middleOf } from '#web/testing/hands.ts'
import { bare, boat, lakeCards, pricedModels, root } from '#web/testing/lake-cards.ts'

const starred = {
  ...root,
  images: root.images.map((image, place) => (place === 2 ? { ...image, feedback: ['star' as const] } : image)),
}
const cards = [starred, ...lakeCards.slice(1)]

type Replies = NonNullable<Parameters<typeof openBoard>[0]['replies']>

/** Opens the board on a card, and a command of its menu by a long press. */
async function choose(card: typeof root, command: RegExp, replies: Replies = {}): Promise<OpenBoard> {
  const board = await openBoard({ cards, on: card, account: { models: pricedModels }, replies })
  await fingers.rest(await grip(card))
  await page.getByRole('menuitem', { name: command }).click()
  return board
}

const tap = async (name: string | RegExp, within = page.getByRole('dialog')) => {
  const button = within.getByRole('button', { name })
  await expect.element(button).toBeVisible()
  await fingers.tap(middleOf(button))
}

beforeEach(() => page.viewport(390, 844))

describe('on a phone', () => {
  it('the cost of a branch is shown, and its cap removed', async () => {
    let caps = [{ generationId: root.id, most: 2_100, spent: 1_600 }]
    const board = await choose(root, /^Branch cost/, {
      branchCaps: {
        list: () => ({ items: caps, nextCursor: null }),
        remove() {
          caps = []
          return { removed: 1 }
        },
      },
    })
    const panel = page.getByRole('dialog', { name: 'What this branch cost' })
    await expect
      .element(panel.getByText('This branch: 16.00 credits, 4.00 on the way to the winner, 12.00 exploring.'))
      .toBeVisible()
    await expect.element(panel.getByText(/^Cap: /)).toBeVisible()
    await expectNoViolations()
    await tap('Remove cap', panel)
    await expect.element(panel.getByText(/^Cap: /)).not.toBeInTheDocument()
    expect(board.requests).toContainEqual(
      expect.objectContaining({ method: 'DELETE', path: `/api/generations/${root.id}/cap` }),
    )
    await tap('Close', panel)
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('a branch is run again, with its cards and their price shown before', async () => {
    const board = await choose(boat, /^Run this branch again/, {
      series: { request: () => new Promise<never>(() => {}) },
    })
    const panel = page.getByRole('dialog', { name: 'Run this branch again' })
    await expect.element(panel.getByText('2 cards will be made again')).toBeVisible()
    await expect.poll(() => document.querySelectorAll('.placeholder-card').length).toBe(2)
    await expectNoViolations()
    await panel.getByRole('textbox').fill('A still lake with a sail')
    const asked = () => board.requests.filter(({ path }) => path === '/api/series').map(({ body }) => body)
    expect(asked()).toEqual([])
    await tap(/^Run again, 2 cards · 8 images · 8\.00 credits/, panel)
    await expect.poll(asked).toMatchObject([
      {
        kind: 'rerun',
        price: 800,
        steps: [{ prompt: 'A still lake with a sail' }, { dependsOn: 0, parentImagePlace: 1 }],
      },
    ])
  })

  it('images are culled one after the other', async () => {
    const board = await choose(bare, /^Cull this branch/)
    const screen = page.getByRole('dialog', { name: 'Cull' })
    await expect.element(screen.getByText('1 of')).toBeVisible()
    await expectNoViolations()
    await tap(/^Like/, screen)
    await expect.element(screen.getByText('2 of')).toBeVisible()
    await expect.poll(() => board.stored(bare)?.images[0]?.feedback).toEqual(['like'])
    await tap('Close', screen)
    await expect.element(screen).not.toBeInTheDocument()
  })
})

describe('the panel of a re-run', () => {
  it('leaves nothing behind where it is closed', async () => {
    await page.viewport(1440, 900)
    const board = await choose(boat, /^Run this branch again/)
    const panel = page.getByRole('dialog', { name: 'Run this branch again' })
    await expect
      .element(panel.getByRole('button', { name: 'Run again, 2 cards · 8 images · 8.00 credits' }))
      .toBeVisible()
    await tap('Close', panel)
    await expect.element(panel).not.toBeInTheDocument()
    await expect.poll(() => document.querySelectorAll('.placeholder-card').length).toBe(0)
    expect(board.cards()).toHaveLength(4)
    expect(board.requests.filter(({ path }) => path === '/api/series')).toEqual([])
  })
})
