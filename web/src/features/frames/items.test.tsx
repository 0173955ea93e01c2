import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import type { Frame, Note } from '#domain/board/board-item.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { garden } from '#web/testing/describe-screens.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import type { FakeServer } from '#web/testing/fake-server.ts'
import { mouse } from '#web/testing/hands.ts'

const projectId = uuid(1)
const frame: Frame = { id: uuid(700), title: 'For the client', x: 10_000, y: 10_000, width: 1_500, height: 900 }
const note: Note = { id: uuid(701), text: 'Ask Vera', x: 10_900, y: 10_100 }

/** Opens a board with a card, a frame and a note, the point of the canvas in the middle of the window. */
async function open({ x, y, zoom }: { x: number; y: number; zoom: number }): Promise<FakeServer> {
  const saved = {
    projectId,
    zoomLevel: zoom,
    panX: innerWidth / 2 - x * zoom,
    panY: innerHeight / 2 - y * zoom,
    lastViewedGenerationId: null,
    updatedAt: '2026-11-25T10:00:00.000Z',
  }
  const account = { ...garden, generations: [completedGeneration(2, { canvasX: 10_050, canvasY: 10_050 })] }
  const server = await openApp(`/project/${projectId}`, {
    account: { ...account, frames: [frame], notes: [note] },
    replies: { projects: { canvasState: () => saved } },
  })
  await expect.poll(() => document.querySelector('.note')).not.toBeNull()
  return server
}

const title = page.getByRole('button', { name: /^Frame: For the client/ })
const actions = page.getByRole('toolbar', { name: 'Actions of the selection' })
const noteElement = () => document.querySelector<HTMLElement>('.note')
const field = page.getByRole('textbox', { name: 'Text of the note' })
const phone = [390, 844] as const

/** Whether the window shows all of an element, once the view has come to rest. */
const isWhole = (element: Element | null) => {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
}

beforeEach(() => page.viewport(1440, 900))

describe('the title of a frame', () => {
  it('is edited by Enter once its frame is selected, also while it has the focus', async () => {
    await open({ x: 10_500, y: 10_300, zoom: 0.5 })
    await title.click()
    await expect.element(actions).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: 'Title of the frame' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })

  it.each([0.1, 0.15, 0.3])('stays between its frame and the row of cards above at a zoom of %s', async (zoom) => {
    await open({ x: 10_500, y: 10_300, zoom })
    await expect.element(title).toBeVisible()
    const { top } = title.element().getBoundingClientRect()
    const frameTop = document.querySelector('.frame-box')?.getBoundingClientRect().top ?? 0
    expect(frameTop - top).toBeGreaterThan(0)
    // Rows are 160 pixels apart, and a frame around cards takes 50 of them.
    expect((frameTop - top) / zoom).toBeLessThanOrEqual(110)
  })
})

describe('a note seen from afar', () => {
  const glance = () => document.querySelector<HTMLElement>('.note-glance > p')

  it.each([0.12, 0.3])('shows the beginning of its words in its area at a zoom of %s', async (zoom) => {
    await open({ x: 10_500, y: 10_300, zoom })
    await expect.poll(() => glance()?.getBoundingClientRect().height).toBeGreaterThan(0)
    const [words, area] = [glance(), noteElement()].map((element) => element?.getBoundingClientRect() ?? new DOMRect())
    expect(glance()?.dataset.words).toBe('Ask Vera')
    expect((words?.bottom ?? 0) <= (area?.bottom ?? 0) && (words?.top ?? 0) >= (area?.top ?? 0)).toBe(true)
  })

  it('shows its words alone where they can be read', async () => {
    await open({ x: 10_900, y: 10_100, zoom: 1 })
    await expect.element(page.getByText('Ask Vera', { exact: true })).toBeVisible()
    expect(glance()?.checkVisibility()).toBe(false)
  })
})

describe('the actions of a frame', () => {
  it('stay in the window where its left edge does not, beside the dock', async () => {
    await page.viewport(...phone)
    await open({ x: 10_500, y: 10_300, zoom: 0.5 })
    document.querySelector<HTMLElement>('.frame-title')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.poll(() => isWhole(document.querySelector('.item-actions'))).toBe(true)
  })
})

describe('the field of a title', () => {
  it('is in the window where the left edge of its frame is not', async () => {
    await page.viewport(...phone)
    await open({ x: 10_500, y: 10_300, zoom: 0.5 })
    document.querySelector('.frame-title')?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    const titleField = page.getByRole('textbox', { name: 'Title of the frame' })
    await expect.element(titleField).toBeVisible()
    await expect.poll(() => isWhole(titleField.element())).toBe(true)
    await userEvent.keyboard('{Escape}')
  })
})

describe('the field of a note', () => {
  it.each([0.1, 0.35])('is brought to a size that can be read, at %d', async (zoom) => {
    await open({ x: 10_500, y: 10_300, zoom })
    noteElement()?.focus()
    noteElement()?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    await expect.element(field).toBeVisible()
    const letters = () => {
      const { fontSize } = getComputedStyle(field.element())
      const { width } = field.element().getBoundingClientRect()
      return (Number.parseFloat(fontSize) * width) / (field.element() as HTMLElement).offsetWidth
    }
    await expect.poll(letters).toBeGreaterThanOrEqual(13)
    await expect.poll(() => isWhole(noteElement())).toBe(true)
    await userEvent.keyboard('{Escape}')
  })

  it('is whole in a narrow window', async () => {
    await page.viewport(...phone)
    await open({ x: 10_900, y: 10_100, zoom: 1 })
    noteElement()?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    await expect.element(field).toBeVisible()
    await expect.poll(() => isWhole(noteElement())).toBe(true)
    await userEvent.keyboard('{Escape}')
  })

  it.each([0.2, 0.3])('takes every word of a note that is placed at a zoom of %s', async (zoom) => {
    await open({ x: 10_500, y: 10_300, zoom })
    await expect.poll(() => document.querySelector('.canvas[data-far]')).not.toBeNull()
    await userEvent.keyboard('s')
    await mouse.press({ x: 900, y: 250 })
    await userEvent.keyboard('The hat of Nora')
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('The hat of Nora')
  })

  it('leaves the view as it is where the note can be read', async () => {
    await open({ x: 10_900, y: 10_100, zoom: 1 })
    const before = noteElement()?.getBoundingClientRect().left
    noteElement()?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    await expect.element(field).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(noteElement()?.getBoundingClientRect().left).toBe(before)
    await userEvent.keyboard('{Escape}')
  })
})
