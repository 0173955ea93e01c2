import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PurseShape } from '#contract/programs/purse.ts'
import { uuid } from '#contract/testing/builders.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { minPurse } from '#domain/purses/purse.ts'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { garden } from '#web/testing/describe-screens.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { type FakeServer, type Replies, refuse } from '#web/testing/fake-server.ts'

const projectId = uuid(1)
const board = `/project/${projectId}?card=${uuid(2)}`
const area: Rect = { x: 9_400, y: 9_880, width: 1_920, height: 1_190 }
const purse: PurseShape = {
  id: uuid(800),
  projectId,
  name: 'Harvest agent',
  ...area,
  most: 10_000,
  spent: 3_820,
  state: 'open',
  missing: null,
  token: null,
  createdAt: '2026-11-24T10:00:00.000Z',
}
const label = page.getByRole('group', { name: 'Purse: Harvest agent' })
const name = label.getByRole('button', { name: /show its steps/ })
const panel = page.getByRole('dialog', { name: 'Harvest agent' })
const question = page.getByRole('alertdialog')
const grip = () => document.querySelector('.purse-grip')
const corner = (place: '00' | '11') => document.querySelector(`.purse-handle[data-corner="${place}"]`)
const shown = () =>
  Object.fromEntries(['x', 'y', 'width', 'height'].map((side) => [side, Number(grip()?.getAttribute(side))]))

/** A board with a ring at 100 %, on a server that keeps its changes and notifies every page of it. */
async function open(replies: Replies = {}) {
  const account = { ...garden, generations: [completedGeneration(2, { canvasX: 9_600, canvasY: 10_000 })] }
  const areas: Rect[] = []
  let seq = 1
  let now: PurseShape | null = purse
  const sendPurse = (server: FakeServer) => {
    const { id: _id, projectId: _project, ...rest } = now ?? purse
    server.send('purse-changed', { seq: ++seq, projectId, purseId: purse.id, purse: now && rest })
  }
  const server: FakeServer = await openApp(board, {
    account: { ...account, purses: [purse] },
    replies: {
      purses: {
        steps: () => ({ items: [], nextCursor: null }),
        ...replies.purses,
      },
      projects: {
        applyChanges({ changes }) {
          for (const { id: _id, kind, ...change } of changes) {
            if (kind === 'remove-purse') now = null
            if (kind === 'restore-purse') now = purse
            if (now && 'name' in change) now = { ...now, name: change.name }
            if (kind !== 'place-purse' || !('width' in change) || !now) continue
            const { x, y, width, height } = change
            areas.push({ x, y, width, height })
            now = { ...now, x, y, width, height }
          }
          sendPurse(server)
          return { items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })), seq }
        },
        ...replies.projects,
      },
    },
  })
  await expect.element(label).toBeVisible()
  const moveElsewhere = (to: Rect) => {
    now = { ...purse, ...to }
    sendPurse(server)
  }
  return { server, areas, moveElsewhere, isThere: () => now !== null }
}

/** Moves the focus to the label of the ring by Shift and Tab, from its menu. */
async function focusByKey(): Promise<void> {
  const more = label.getByRole('button', { name: 'More' }).element() as HTMLElement
  more.focus()
  for (let presses = 0; presses < 4 && document.activeElement !== name.element(); presses++)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
}

/** Sends one event of a finger to where it began, as the browser does. */
const finger = (element: Element | null, type: string, { id, x, y }: { id: number; x: number; y: number }) =>
  element?.dispatchEvent(
    new PointerEvent(type, {
      ...{ bubbles: true, cancelable: true, pointerId: id, isPrimary: id === 1, pointerType: 'touch' },
      ...{ clientX: x, clientY: y, button: 0, buttons: type === 'pointerup' ? 0 : 1 },
    }),
  )

/** Drags by one finger, in as many events as a screen sends. */
function dragByFinger(element: Element | null, by: { readonly x: number; readonly y: number }): void {
  const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 }
  // Made events have no capture to take.
  if (element) element.setPointerCapture = () => undefined
  const at = (part: number) => ({ id: 1, x: left + 4 + by.x * part, y: top + 4 + by.y * part })
  finger(element, 'pointerdown', at(0))
  for (let step = 1; step <= 8; step++) finger(element, 'pointermove', at(step / 8))
  finger(element, 'pointerup', at(1))
}

/** Drags by the mouse, whose pointer is always there. */
function drag(element: Element | null, by: { readonly x: number; readonly y: number }): void {
  const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 }
  const [x, y] = [left + 4, top + 4]
  // Made events have no capture to take.
  if (element) element.setPointerCapture = () => undefined
  const point = (type: string, part: number) =>
    (type === 'pointerdown' ? element : window)?.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pointerType: 'mouse' },
        ...{ clientX: x + by.x * part, clientY: y + by.y * part, button: 0, buttons: type === 'pointerup' ? 0 : 1 },
      }),
    )
  point('pointerdown', 0)
  for (const part of [0.5, 1]) point('pointermove', part)
  point('pointerup', 1)
}

describe('a ring', () => {
  it('is moved by its rim, in one call, which is undone and redone', async () => {
    const { areas } = await open()
    drag(grip(), { x: 60, y: -40 })
    const moved = { ...area, x: area.x + 60, y: area.y - 40 }
    await expect.poll(shown).toEqual(moved)
    await expect.poll(() => areas).toEqual([moved])
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => areas).toEqual([moved, area])
    await expect.poll(shown).toEqual(area)
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expect.poll(() => areas).toEqual([moved, area, moved])
    await expect.poll(shown).toEqual(moved)
  })

  it('is moved by its label, which a press without a drag opens', async () => {
    const { areas } = await open()
    drag(name.element(), { x: 30, y: 10 })
    await expect.poll(() => areas).toEqual([{ ...area, x: area.x + 30, y: area.y + 10 }])
    await expect.element(panel).not.toBeInTheDocument()
    await name.click()
    await expect.element(panel).toBeVisible()
    expect(areas).toHaveLength(1)
  })

  it('is moved by a finger once a tap has selected it; before that the finger moves the canvas', async () => {
    const { areas } = await open()
    const left = () => grip()?.getBoundingClientRect().left ?? 0
    const before = left()
    dragByFinger(grip(), { x: 60, y: 0 })
    await expect.poll(left).toBe(before + 60)
    expect(shown()).toEqual(area)
    dragByFinger(grip(), { x: 0, y: 0 })
    await expect.poll(() => corner('11')).not.toBeNull()
    dragByFinger(grip(), { x: 60, y: -40 })
    const moved = { ...area, x: area.x + 60, y: area.y - 40 }
    await expect.poll(() => areas).toEqual([moved])
    expect(left()).toBe(before + 120)
    dragByFinger(corner('11'), { x: 100, y: 50 })
    await expect.poll(() => areas.slice(1)).toEqual([{ ...moved, width: area.width + 100, height: area.height + 50 }])
  })

  it('stays where it is while two fingers on it zoom the canvas', async () => {
    const { areas } = await open()
    dragByFinger(grip(), { x: 0, y: 0 })
    await expect.poll(() => corner('11')).not.toBeNull()
    const rim = grip()
    if (rim) rim.setPointerCapture = () => undefined
    const width = () => rim?.getBoundingClientRect().width ?? 0
    const before = width()
    const [one, two] = [
      { id: 1, x: 300, y: 300 },
      { id: 2, x: 700, y: 300 },
    ]
    finger(rim, 'pointerdown', one)
    finger(rim, 'pointerdown', two)
    for (let step = 1; step <= 8; step++) {
      finger(rim, 'pointermove', { ...one, x: one.x + step * 10 })
      finger(rim, 'pointermove', { ...two, x: two.x - step * 10 })
    }
    finger(rim, 'pointerup', { ...one, x: 380 })
    finger(rim, 'pointerup', { ...two, x: 620 })
    await expect.poll(width).toBeLessThan(before)
    expect(shown()).toEqual(area)
    expect(areas).toEqual([])
  })

  it('gets another size by its corners while it is selected, never too small for a card', async () => {
    const { areas } = await open()
    expect(corner('11')).toBeNull()
    drag(grip(), { x: 0, y: 0 })
    await expect.poll(() => corner('11')).not.toBeNull()
    await expectNoViolationsInBothThemes()
    drag(corner('11'), { x: 100, y: 50 })
    const larger = { ...area, width: area.width + 100, height: area.height + 50 }
    await expect.poll(() => areas).toEqual([larger])
    await expect.poll(shown).toEqual(larger)
    drag(corner('00'), { x: 5_000, y: 5_000 })
    const right = area.x + larger.width
    const bottom = area.y + larger.height
    const smallest = { x: right - minPurse.width, y: bottom - minPurse.height, ...minPurse }
    await expect.poll(() => areas).toEqual([larger, smallest])
  })

  it('is selected where the focus reaches its label by key, and no key on it replaces a selection after that', async () => {
    await open()
    const selectedCards = () => document.querySelectorAll('[data-card][data-selected]').length
    await focusByKey()
    await expect.poll(() => corner('11')).not.toBeNull()
    await userEvent.click(document.querySelector(`[data-card="${uuid(2)}"]`) ?? document.body)
    await expect.poll(selectedCards).toBe(1)
    ;(name.element() as HTMLElement).focus()
    await userEvent.keyboard('{Shift}{Control}')
    expect(selectedCards()).toBe(1)
    expect(corner('11')).toBeNull()
  })

  it('is moved and resized by arrows while it is selected: a row of presses is one call', async () => {
    const { areas } = await open()
    await focusByKey()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
    await expect.poll(() => areas).toEqual([{ ...area, x: area.x + 20, y: area.y + 100 }])
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowUp}{/Alt}')
    const resized = { x: area.x + 20, y: area.y + 100, width: area.width + 10, height: area.height - 10 }
    await expect.poll(() => areas.slice(1)).toEqual([resized])
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => corner('11')).toBeNull()
    ;(name.element() as HTMLElement).blur()
    await userEvent.keyboard('{ArrowRight}')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(areas).toHaveLength(2)
  })

  it('is resized by an arrow as a step that undo takes back at once', async () => {
    await open()
    await focusByKey()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}{Control>}z{/Control}')
    await expect.element(page.getByRole('button', { name: /^Redo: changed the size/ })).toBeVisible()
  })

  it('is let go of by a press beside it, and by a selected card', async () => {
    await open()
    drag(grip(), { x: 0, y: 0 })
    await expect.poll(() => corner('11')).not.toBeNull()
    const canvas = document.querySelector('.canvas')
    if (canvas) canvas.setPointerCapture = () => undefined
    canvas?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    canvas?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0 }))
    await expect.poll(() => corner('11')).toBeNull()
    drag(grip(), { x: 0, y: 0 })
    await expect.poll(() => corner('11')).not.toBeNull()
    await userEvent.click(document.querySelector(`[data-card="${uuid(2)}"]`) ?? document.body)
    await expect.poll(() => corner('11')).toBeNull()
  })

  it('stays selected while the background beside it is dragged', async () => {
    await open()
    drag(grip(), { x: 0, y: 0 })
    await expect.poll(() => corner('11')).not.toBeNull()
    const left = () => grip()?.getBoundingClientRect().left ?? 0
    const before = left()
    drag(document.querySelector('.canvas'), { x: 50, y: 0 })
    await expect.poll(left).toBe(before + 50)
    expect(corner('11')).not.toBeNull()
  })

  it('is back where a move was refused, and there is nothing to undo', async () => {
    const { server } = await open({ projects: { applyChanges: () => refuse('too-large') } })
    drag(grip(), { x: 60, y: 0 })
    await expect.element(page.getByText('The ring could not be moved')).toBeVisible()
    await expect.poll(shown).toEqual(area)
    const sent = server.requests.length
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(server.requests.slice(sent).filter(({ path }) => path.endsWith('/changes'))).toEqual([])
  })

  it('is removed by Delete as one step between the others, which are undone and redone in their order', async () => {
    const { areas, isThere } = await open()
    const moved = { ...area, x: area.x + 60, y: area.y - 40 }
    drag(grip(), { x: 60, y: -40 })
    await expect.poll(() => areas).toEqual([moved])
    drag(grip(), { x: 0, y: 0 })
    await expect.poll(() => corner('11')).not.toBeNull()
    await userEvent.keyboard('{Delete}')
    await expect.element(question.getByText('Remove the ring of Harvest agent?')).toBeVisible()
    await question.getByRole('button', { name: 'Remove the ring' }).click()
    await expect.element(label).not.toBeInTheDocument()
    await expect.poll(isThere).toBe(false)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(label).toBeVisible()
    await expect.poll(isThere).toBe(true)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(shown).toEqual(area)
    await userEvent.keyboard('{Control>}{Shift>}zz{/Shift}{/Control}')
    await expect.element(label).not.toBeInTheDocument()
  })

  it('stays where its removal is cancelled: by Delete, by its menu, and with all of the canvas', async () => {
    const { server } = await open()
    const cancel = async (text: string) => {
      await expect.element(question.getByText(text)).toBeVisible()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect.element(question).not.toBeInTheDocument()
    }
    await focusByKey()
    await userEvent.keyboard('{Delete}')
    await cancel('Remove the ring of Harvest agent?')
    await label.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Remove the ring' }).click()
    await cancel('Its cards stay.')
    document.querySelector<HTMLElement>('.canvas')?.focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.poll(() => document.querySelectorAll('[data-card][data-selected]').length).toBe(1)
    await userEvent.keyboard('{Delete}')
    await cancel('The ring of Harvest agent is removed.')
    expect(JSON.stringify(server.requests)).not.toContain('remove-purse')
    await expect.element(label).toBeVisible()
  })

  it('is renamed in its panel, which is undone', async () => {
    await open()
    await name.click()
    await panel.getByRole('button', { name: 'Rename the ring' }).click()
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Orchard')
    await expectNoViolationsInBothThemes()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('group', { name: 'Purse: Orchard' })).toBeVisible()
    document.querySelector<HTMLElement>('.canvas')?.focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(label).toBeVisible()
  })

  it('lies above the cards at any zoom', async () => {
    await open()
    const rim = () => document.querySelector('.purse-rim')
    await expect.poll(() => rim()?.closest('.canvas-front')).not.toBeNull()
    await page.getByRole('button', { name: 'Fit to view' }).click()
    await expect.poll(() => rim()?.closest('.canvas-front')).not.toBeNull()
  })

  it('is taken by Ctrl+A and by a box that holds all of it, and moves with the cards then', async () => {
    const { areas } = await open()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.poll(() => document.querySelectorAll('[data-card][data-selected]').length).toBe(1)
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => areas).toEqual([{ ...area, x: area.x + 10 }])
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelectorAll('.purse-label[data-selected]').length).toBe(0)
  })

  it('moves on every page as another one moves it', async () => {
    const { moveElsewhere } = await open()
    const elsewhere = { ...area, x: 9_000, width: 2_400 }
    moveElsewhere(elsewhere)
    await expect.poll(shown).toEqual(elsewhere)
  })
})
