import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { attached, generationFor } from '#web/testing/composer.ts'
import { completedGeneration, type FakeAccount } from '#web/testing/fake-account.ts'
import { cardElement, openBoard } from '#web/testing/fake-board.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import { middleOf, mouse } from '#web/testing/hands.ts'

const cardId = uuid(2)
const card = () => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
const image = (place: number) => page.getByRole('button', { name: `Open image ${place} of 4` }).first()
const tools = (place: number) => page.getByRole('toolbar', { name: `Tools for image ${place} of 4` })
const tool = (place: number, name: string) => tools(place).getByRole('button', { name, exact: true })

const feedback = (place: number) => page.getByRole('toolbar', { name: `Feedback on image ${place}` })

/** Chooses a command for the second picture from the rest of them. */
async function chooseMore(name: string): Promise<void> {
  await tool(2, 'More').click()
  await page.getByRole('menuitem', { name }).click()
}

const hitAt = (x: number, y: number) => document.elementFromPoint(x, y)

async function open(account: Partial<FakeAccount> = {}) {
  const server = await openApp(`/project/${uuid(1)}?card=${cardId}`, {
    account: { models: listedModels(), plan: 'basic', ...account },
    replies: { generations: { request: generationFor } },
  })
  await expect.poll(card).not.toBeNull()
  return server
}

describe('the tools of a picture', () => {
  it('follow the pointer from picture to picture, and stay with the one in hand', async () => {
    await open()
    await image(2).hover()
    await expect.element(tool(2, 'Vary')).toBeVisible()
    await image(3).hover()
    await expect.element(tool(3, 'Vary')).toBeVisible()
    await expect.element(tools(2)).not.toBeInTheDocument()
    await image(3).click()
    await image(4).hover()
    await expect.element(feedback(4)).toBeVisible()
    await expect.element(tool(3, 'Vary')).toBeVisible()
    await expect.element(tools(4)).not.toBeInTheDocument()
  })

  it('star it', async () => {
    await open()
    await image(2).click()
    await tool(2, 'Star').click()
    await expect.element(tool(2, 'Star')).toHaveAttribute('aria-pressed', 'true')
  })

  it('begin at its left edge, with the buttons of the card beside them', async () => {
    await open()
    await image(2).click()
    await expect.element(tool(2, 'Vary')).toBeVisible()
    const left = (element: Element) => Math.round(element.getBoundingClientRect().left)
    await expect.poll(() => left(tools(2).element())).toBe(left(image(2).element()))
    const buttons = page.getByRole('toolbar', { name: 'Card actions' })
    expect(left(buttons.element())).toBe(Math.round(tools(2).element().getBoundingClientRect().right) + 8)
    for (const name of ['Download all images', 'Create branch', 'Delete generation'])
      await expect.element(buttons.getByRole('button', { name })).toBeVisible()
  })

  it.each([0, 20, 40, 60, 80, 100, 120])(
    'are under the pointer with the top of the card at %i of the window',
    async (y) => {
      const shown = completedGeneration(2)
      const at = { x: shown.canvasX, y: shown.canvasY }
      await openBoard({ cards: [shown], on: { zoom: 1, board: at, screen: { x: 300, y } } })
      await mouse.press(
        middleOf(page.elementLocator(cardElement(shown)?.querySelectorAll('.picture-open')[1] ?? document.body)),
      )
      await expect.element(tool(2, 'Vary')).toBeVisible()
      const buttons = () => [...document.querySelectorAll('.card-lift button')]
      const hidden = () =>
        buttons().flatMap((button) => {
          const box = button.getBoundingClientRect()
          const hit = hitAt(box.x + box.width / 2, box.y + box.height / 2)
          return hit?.closest('button') === button ? [] : [button.getAttribute('aria-label') ?? button.textContent]
        })
      await expect.poll(hidden).toEqual([])
      expect(buttons().length).toBeGreaterThan(8)
    },
  )

  it.each(['Download image', 'Download as zip', 'Download with history'])('offer %s', async (name) => {
    await open()
    await image(2).click()
    await tool(2, 'Download').click()
    await expect.element(page.getByRole('menuitem', { name, exact: false })).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })

  it('make more like its card', async () => {
    const { requests } = await open()
    await image(2).click()
    await tool(2, 'Vary').click()
    await expect
      .poll(() => requests.filter(({ method }) => method === 'POST').map(({ path }) => path))
      .toContain('/api/generations')
  })

  it('attach it to the prompt bar as a reference', async () => {
    await open()
    await image(2).click()
    await chooseMore('Use as reference')
    await expect.poll(() => attached().at(-1)).toMatch(/^Prompt \d A still lake between pine hills$/)
  })

  it('gather it for a comparison', async () => {
    await open()
    await image(2).click()
    await chooseMore('Add image to comparison')
    await expect.element(page.getByRole('button', { name: 'Take image 1 out' })).toBeVisible()
  })

  it('are not covered by a note that lies there, and the rest of the note is pressed as before', async () => {
    const at = { x: completedGeneration(2).canvasX, y: completedGeneration(2).canvasY }
    const server = await open()
    await image(2).click()
    await expect.element(tools(2)).toBeVisible()
    const note = { text: 'Warmer, please', x: at.x, y: at.y - 90 }
    server.send('note-changed', { seq: 2, projectId: uuid(1), noteId: uuid(90), note })
    const element = () => document.querySelector<HTMLElement>('.note')
    await expect.poll(() => element()?.style.clipPath).toMatch(/^path/)
    const edit = tool(2, 'Edit').element().getBoundingClientRect()
    const box = element()?.getBoundingClientRect() ?? edit
    expect(box.top).toBeLessThan(edit.top)
    expect(box.bottom).toBeGreaterThan(edit.bottom)
    await expect
      .poll(() => hitAt(edit.x + edit.width / 2, edit.y + edit.height / 2)?.closest('button')?.dataset.tooltip)
      .toBe('Edit')
    expect(hitAt(box.left + 6, box.top + 6)?.closest('.note')).toBe(element())
    // Nothing is left of the hole without the tools, which stay while the pointer rests on the picture.
    await page.getByRole('button', { name: 'Zoom out' }).hover()
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.poll(() => element()?.style.clipPath).toBe('')
  })

  it('leave with the like of a picture that is narrower than they are', async () => {
    const liked = completedGeneration(2)
    await open({
      generations: [
        { ...liked, images: liked.images.map((each, place) => (place === 1 ? { ...each, feedback: ['like'] } : each)) },
      ],
    })
    const like = () => card()?.querySelector('.picture-feedback') ?? null
    await expect.poll(like).not.toBeNull()
    const picture = () => card()?.querySelector('.tile-picture')?.getBoundingClientRect().width ?? 0
    while (picture() >= 96) await mouse.wheel({ x: 700, y: 500 }, 120)
    await expect.poll(like).toBeNull()
  })

  it('are not covered by the title and the sum of a frame', async () => {
    const at = { x: completedGeneration(2).canvasX, y: completedGeneration(2).canvasY }
    const frame = { id: uuid(91), title: 'For the client, second round', x: at.x + 150, y: at.y - 20 }
    await open({ frames: [{ ...frame, width: 500, height: 900 }] })
    await image(2).click()
    await expect.element(tools(2)).toBeVisible()
    for (const part of ['.frame-title', '.frame-sum']) {
      const element = () => document.querySelector<HTMLElement>(part)
      await expect.poll(() => element()?.style.clipPath).toMatch(/^path/)
      const { x, y, width, height } = element()?.getBoundingClientRect() ?? new DOMRect()
      expect(hitAt(x + width * 0.75, y + height / 2)?.closest('[role="toolbar"]')).toBe(tools(2).element())
    }
  })

  it('open the rest of its commands', async () => {
    await open()
    await image(2).click()
    await tool(2, 'More').click()
    await expect.element(page.getByRole('menuitem', { name: /^Copy link/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })
})

describe('the tools of a picture in hand', () => {
  const held = completedGeneration(2)
  const beside = completedGeneration(3, { canvasX: held.canvasX + 900 })
  const below = completedGeneration(4, { canvasY: held.canvasY + 700 })
  const lift = (card: GenerationShape) => cardElement(card)?.querySelector('.card-lift') ?? null
  const opacity = (card: GenerationShape) => Number(getComputedStyle(lift(card) ?? document.body).opacity)
  const rowAt = ({ x, y }: Point) => hitAt(x, y)?.closest('.card-lift')

  /** Takes the second picture of a card in hand, at a zoom where its tools reach over its neighbors. Returns the place of 'Vary'. */
  async function hold(): Promise<Point> {
    const view = { zoom: 0.5, board: { x: held.canvasX, y: held.canvasY }, screen: { x: 300, y: 400 } }
    await openBoard({ cards: [held, beside, below], on: view })
    await expect.poll(() => cardElement(held)).not.toBeNull()
    const second = cardElement(held)?.querySelectorAll('.picture-open')[1]
    await mouse.press(middleOf(page.elementLocator(second ?? document.body)))
    await expect.element(tool(2, 'Vary')).toBeVisible()
    return middleOf(tool(2, 'Vary'))
  }

  it.each([
    ['beside it', beside],
    ['elsewhere', below],
  ])(
    'stay where they are while the pointer rests on a card %s, which shows like, star and dislike alone',
    async (_, other) => {
      const vary = await hold()
      await mouse.move(
        middleOf(page.elementLocator(cardElement(other)?.querySelectorAll('.picture-open')[0] ?? document.body)),
      )
      await expect.poll(() => cardElement(other)?.querySelector('.picture-feedback')).not.toBeNull()
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect(cardElement(other)?.querySelector('.picture-tools')).toBeNull()
      expect(opacity(other)).toBe(0)
      expect(rowAt(vary)).toBe(lift(held))
    },
  )
})

describe('the feedback on a picture', () => {
  it('is set and removed with a press, is sent, and is shown while the pointer is elsewhere', async () => {
    const { requests } = await open()
    const sent = () =>
      requests
        .filter(({ path }) => path.endsWith('/changes'))
        .flatMap(({ body }) => (body as { changes: unknown[] }).changes)
    const mark = (name: string) => feedback(3).getByRole('button', { name, exact: true })
    const given = () => {
      const pressed = document.querySelectorAll(`[data-image="${imageId}"] [aria-pressed="true"]`)
      return [...pressed].map((element) => element.getAttribute('aria-label'))
    }
    const imageId = completedGeneration(2).images[2]?.id
    await image(3).hover()
    await mark('Like').click()
    await mark('Star').click()
    await expect.poll(given).toEqual(['Like', 'Star'])
    await mark('Star').click()
    await page.getByRole('toolbar', { name: 'Tools', exact: true }).hover()
    await expect.poll(given).toEqual(['Like'])
    const change = { kind: 'feedback', imageId }
    await expect.poll(sent).toMatchObject([
      { ...change, feedbackType: 'like', isGiven: true },
      { ...change, feedbackType: 'star', isGiven: true },
      { ...change, feedbackType: 'star', isGiven: false },
    ])
  })
})

describe('the feedback on a hovered picture', () => {
  it.each([0.5, 0.4, 0.31, 0.2])('is offered while the picture is 56 pixels wide: at a zoom of %s', async (zoom) => {
    const shown = completedGeneration(2)
    const at = { x: shown.canvasX, y: shown.canvasY }
    const board = await openBoard({ cards: [shown], on: { zoom, board: at, screen: { x: 400, y: 300 } } })
    // The first picture is the large one from afar.
    await mouse.move({ x: 400 + 100 * zoom, y: 300 + 150 * zoom })
    await expect.element(feedback(1)).toBeVisible()
    const bar = feedback(1).element().getBoundingClientRect()
    const picture = image(1).element().getBoundingClientRect()
    expect(picture.width).toBeGreaterThanOrEqual(56)
    expect(bar.width).toBeLessThanOrEqual(picture.width)
    await mouse.press(middleOf(feedback(1).getByRole('button', { name: 'Star', exact: true })))
    await expect.poll(() => board.stored(shown)?.images[0]?.feedback).toEqual(['star'])
  })
})

describe('a link to a card', () => {
  const box = () => card()?.getBoundingClientRect() ?? new DOMRect()

  it('opens it in the middle at full size, and pulses it once', async () => {
    await open()
    await expect.poll(() => card()?.matches('[data-pulse]')).toBe(true)
    const { x, y, width, height } = box()
    expect([x + width / 2, y + height / 2, width]).toEqual([720, 450, 800])
    await expect.poll(() => document.querySelector('[data-pulse]')).toBeNull()
  })

  it('shows a notice when the card does not exist', async () => {
    await openApp(`/project/${uuid(1)}?card=${uuid(77)}`)
    await expect.element(page.getByText('This card is not here')).toBeVisible()
    await expect.poll(card).not.toBeNull()
  })
})

describe('the dock', () => {
  const dock = page.getByRole('toolbar', { name: 'Tools', exact: true })

  it('shows the tool in use, chosen by its key or by a press', async () => {
    await open()
    await expect.element(dock.getByRole('button', { name: 'Select' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('h')
    await expect.element(dock.getByRole('button', { name: 'Hand' })).toHaveAttribute('aria-pressed', 'true')
    await dock.getByRole('button', { name: 'Select' }).click()
    await expect.element(dock.getByRole('button', { name: 'Hand' })).toHaveAttribute('aria-pressed', 'false')
  })

  it('pans from a card with the hand, and selects nothing', async () => {
    await open()
    const placeOf = () => Math.round(card()?.getBoundingClientRect().x ?? 0)
    await dock.getByRole('button', { name: 'Hand' }).click()
    const from = placeOf()
    const press = (type: string, x: number) =>
      card()?.dispatchEvent(
        new PointerEvent(type, { bubbles: true, button: 0, buttons: 1, pointerId: 1, clientX: x, clientY: 300 }),
      )
    press('pointerdown', 400)
    press('pointermove', 460)
    press('pointerup', 460)
    await expect.poll(placeOf).toBe(from + 60)
    expect(card()?.dataset.selected).toBeUndefined()
  })
})
