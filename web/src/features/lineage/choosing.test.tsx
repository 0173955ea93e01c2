import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { BranchCapShape } from '#contract/money/branch-cap.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { focus, openByKey } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import type { FakeServer, Replies } from '#web/testing/fake-server.ts'

const projectId = uuid(1)
const root = completedGeneration(2, { price: 400 })
const under = (parent: GenerationShape, number: number, over: Partial<GenerationShape>) =>
  completedGeneration(number, {
    parentGenerationId: parent.id,
    parentImageId: parent.images[0]?.id ?? null,
    branchKind: 'remix',
    price: 400,
    ...over,
  })
const boat = under(root, 10, { prompt: 'A rowing boat', canvasX: 9_100, canvasY: 10_500 })
const night = under(boat, 11, { prompt: 'A rowing boat at night', canvasX: 9_100, canvasY: 11_000 })
const bare = under(root, 12, { prompt: 'Bare hills', canvasX: 10_000, canvasY: 10_500 })

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const press = (keys: string) => userEvent.keyboard(keys)
const tray = page.getByRole('region', { name: 'Images to compare' })

async function open(card: GenerationShape, replies: Replies = {}, generations = [root, boat, night, bare]) {
  const server = await openApp(`/project/${projectId}?card=${card.id}`, { account: { generations }, replies })
  await expect.poll(() => document.querySelector(`[data-card="${card.id}"]`)).not.toBeNull()
  return server
}
type Change = { kind: string; imageId?: string; feedbackType?: string; isGiven?: boolean; generationId?: string }
/** The changes of the board that were sent, as short texts. */
const sent = ({ requests }: FakeServer) =>
  requests
    .filter(({ path }) => path.endsWith('/changes'))
    .flatMap(({ body }) => (body as { changes: Change[] }).changes)
const marks = (server: FakeServer, { images }: GenerationShape) =>
  sent(server).map(({ imageId, feedbackType, isGiven }) => [
    images.findIndex(({ id }) => id === imageId) + 1,
    isGiven ? feedbackType : `no ${feedbackType}`,
  ])

describe('comparing images', () => {
  it('shows the images of a card side by side and as overlays, by keys', async () => {
    await open(root)
    await openByKey(root.id, 'x', dialog('Compare 4 images'))
    await button('Slider').click()
    await button('A and C').click()
    const split = page.getByLabelText('Where the pictures meet')
    await focus(split)
    await press('{ArrowRight}')
    await expect.element(split).toHaveValue('51')
    await button('Blink').click()
    await focus(button('Shows A. Press Space to switch.'))
    await press(' ')
    await expect.element(button('Shows C. Press Space to switch.')).toBeVisible()
    await button('Overlay').click()
    await page.getByLabelText('How much of C is seen').fill('20')
    const second = () => [...document.querySelectorAll('.compare-layer')].at(-1)
    await expect.poll(() => getComputedStyle(second() ?? document.body).opacity).toBe('0.2')
  })

  it('keeps all of them at the same spot while one is magnified', async () => {
    await open(root)
    await openByKey(root.id, 'x', dialog('Compare 4 images'))
    const views = () =>
      [...document.querySelectorAll<HTMLElement>('.compare-pane img')].map(({ style }) => style.transform)
    await expect.poll(() => views().length).toBe(4)
    const [whole] = views()
    await userEvent.wheel(dialog('Compare 4 images'), { delta: { y: -400 } })
    await expect.poll(() => views()[0]).not.toBe(whole)
    expect(new Set(views()).size).toBe(1)
  })

  it('picks a winner, which is starred', async () => {
    const server = await open(root)
    await openByKey(root.id, 'x', dialog('Compare 4 images'))
    await button(/^Pick as winner.*C$/).click()
    await expect.poll(() => marks(server, root)).toEqual([[3, 'star']])
    await press('{Escape}')
    await expect.element(dialog(/^Compare/)).not.toBeInTheDocument()
  })

  it('takes images of any card, and marks what differs', async () => {
    const other = { ...night, settings: { ...night.settings, aspectRatio: '16:9' as const } }
    await open(boat, {}, [root, boat, other, bare])
    await openByKey(boat.id, '{Shift>}X{/Shift}', tray)
    await openByKey(night.id, '{Shift>}X{/Shift}', tray.getByRole('button', { name: 'Compare 2' }))
    await tray.getByRole('button', { name: 'Compare 2' }).click()
    await expect.element(dialog('Compare 2 images')).toBeVisible()
    const differing = [...document.querySelectorAll('[data-differs] dt')].map(({ textContent }) => textContent)
    expect(new Set(differing)).toEqual(new Set(['Settings']))
    await press('{Escape}')
    await button('Clear').click()
    await expect.element(tray).not.toBeInTheDocument()
  })
})

describe('culling images', () => {
  it('continues after each key, which are those of the lightbox, and each can be undone', async () => {
    const server = await open(bare)
    const cull = dialog('Cull')
    // The tree selects the card that it focuses, also after a press of the mouse.
    await focus(page.getByRole('treeitem', { name: bare.prompt }))
    await expect.poll(() => document.querySelector(`[data-card="${bare.id}"][data-selected]`)).not.toBeNull()
    await press('k')
    await expect.element(cull.getByText('1 of 4')).toBeVisible()
    await press('3')
    await expect.element(cull.getByText('2 of 4')).toBeVisible()
    await press('1')
    await expect.element(cull.getByText('3 of 4')).toBeVisible()
    await press('{ArrowLeft}2')
    await expect.element(cull.getByText('3 of 4')).toBeVisible()
    await press('{Escape}')
    await expect.element(cull).not.toBeInTheDocument()
    const made = [
      [1, 'dislike'],
      [2, 'like'],
      [2, 'no like'],
      [2, 'star'],
    ]
    await expect.poll(() => marks(server, bare)).toEqual(made)
    await press('{Control>}zzz{/Control}')
    await expect
      .poll(() => marks(server, bare).slice(made.length))
      .toEqual([
        [2, 'no star'],
        [2, 'like'],
        [2, 'no like'],
        [1, 'no dislike'],
      ])
  })

  it('folds branches without a chosen image, and unfolds them', async () => {
    const starred = {
      ...night,
      images: night.images.map((each, place) => (place === 0 ? { ...each, feedback: ['star' as const] } : each)),
    }
    await open(root, {}, [root, boat, starred, bare])
    const folded = () =>
      [...document.querySelectorAll<HTMLElement>('[data-card][data-collapsed]')].map(({ dataset }) => dataset.card)
    await expect.element(page.getByRole('region', { name: 'Prompt bar' })).toBeVisible()
    await press('{Escape}f')
    await expect.poll(folded).toEqual([bare.id])
    await press('{Shift>}F{/Shift}')
    await expect.poll(folded).toEqual([])
  })
})

describe('the cost of a branch', () => {
  it('is split into the path to the winner and the rest', async () => {
    const starred = {
      ...root,
      images: root.images.map((each, place) => (place === 2 ? { ...each, feedback: ['star' as const] } : each)),
    }
    await open(root, {}, [starred, boat, night, bare])
    await openByKey(root.id, 'e', dialog('What this branch cost'))
    await expectText('This branch: 16.00 credits, 4.00 on the way to the winner, 12.00 exploring.')
  })

  it('has a cap, which the panel of a branch shows', async () => {
    let caps: BranchCapShape[] = []
    const server = await open(night, {
      branchCaps: {
        list: () => ({ items: caps, nextCursor: null }),
        set({ id, most }) {
          const cap = { generationId: id, most, spent: 1_600 }
          caps = [cap]
          return cap
        },
      },
    })
    await press('{Shift>}1{/Shift}')
    await openByKey(root.id, 'e', dialog('What this branch cost'))
    await page.getByLabelText('Cap on this branch').fill('17')
    await button('Set cap').click()
    await expectText('Cap: 1.00 of 17.00 credits left in this branch')
    expect(server.requests.find(({ method, path }) => method === 'PUT' && path.endsWith('/cap'))).toMatchObject({
      path: `/api/generations/${root.id}/cap`,
      body: { most: 1_700 },
    })
    await press('{Escape}')
    await openByKey(night.id, 'b', dialog('Create New Branch'))
    await button(/^Enhance/).click()
    await expectText('Cap: 1.00 of 17.00 credits left in this branch')
  })
})
