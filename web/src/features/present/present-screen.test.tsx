import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { dialog } from '#web/testing/composer.ts'
import { button, garden } from '#web/testing/describe-screens.ts'
import { fingers, middleOf, mouse } from '#web/testing/hands.ts'

const frames = [
  { id: uuid(800), title: 'The lake', x: 9_950, y: 9_950, width: 900, height: 440 },
  { id: uuid(801), title: 'Its branches', x: 9_050, y: 10_450, width: 1_900, height: 440 },
]
const screen = dialog('Presentation')
const [root, right] = [uuid(2), uuid(11)]

/** The message of the live region. */
const announced = () => document.querySelector('body > [role=status]')?.textContent
const shows = (place: string) => expect.element(screen.getByText(place, { exact: true })).toBeVisible()
const press = (...keys: string[]) => userEvent.keyboard(keys.join(''))
const present = async () => {
  await press('{Shift>}P{/Shift}')
  await expect.element(screen).toBeVisible()
}

/** Selects a card by the focus, as Tab does: after a press of the mouse the focus alone selects none. */
async function select(cardId: string): Promise<void> {
  const card = () => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
  const isSelected = async () => {
    if (card()?.matches('[data-selected]')) return true
    await press('{Escape}')
    card()?.blur()
    card()?.focus()
    return false
  }
  await expect.poll(isSelected, { interval: 200 }).toBe(true)
}

async function open(cardId = root): Promise<void> {
  await select(cardId)
  await present()
}

/** Clicks the stage at a part of its width. */
async function tap(part: number): Promise<void> {
  const stage = document.querySelector<HTMLElement>('.present-stage')
  if (!stage) throw new Error('Nothing is presented.')
  const position = { x: stage.clientWidth * part, y: 200 }
  await userEvent.click(stage, { position })
}

/** Moves a finger sideways over the stage, as the browser reports it. */
function swipe(byX: number, byY = 0): void {
  const stage = document.querySelector('.present-stage')
  const event = (type: string, clientX: number, clientY: number) =>
    stage?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true, clientX, clientY }),
    )
  event('pointerdown', 600, 300)
  event('pointerup', 600 + byX, 300 + byY)
}

beforeEach(async () => {
  await openApp(`/project/${uuid(1)}?card=${root}`, { account: { ...garden, frames } })
})

describe('a long note on a slide', () => {
  const text = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of what was said`).join('\n')
  const note = () => document.querySelector<HTMLElement>('.present .note')
  /** How much of its two ends fades out. */
  const fades = () =>
    ['--fade-start', '--fade-end'].map((end) => getComputedStyle(note() ?? document.body).getPropertyValue(end))
  const lastLine = () => screen.getByText('Line 40 of what was said')
  /** Whether a press on the last line would reach it: it is in the window, and nothing lies over it. */
  const isLastLineShown = () => {
    const range = document.createRange()
    range.selectNodeContents(note()?.lastElementChild ?? document.body)
    const { left, bottom } = [...range.getClientRects()].at(-1) ?? new DOMRect()
    return document.elementFromPoint(left + 4, bottom - 4)?.closest('.present .note') === note()
  }

  async function openNote(y: number): Promise<void> {
    const notes = [{ id: uuid(810), x: 10_000, y, text }]
    await openApp(`/project/${uuid(1)}?card=${root}`, { account: { ...garden, frames, notes } })
    await open()
    await screen.getByRole('button', { name: 'Frames' }).click()
    await expect.element(lastLine()).toBeInTheDocument()
  }

  it.each([
    ['near the top of its frame', 10_000],
    ['at its lower edge', 10_320],
  ])('%s is scrolled to its end by the wheel, and fades out where it is cut', async (_place, y) => {
    await openNote(y)
    expect(isLastLineShown()).toBe(false)
    expect(fades()).toEqual(['0px', '32px'])
    const { x = 0, top = 0 } = note()?.getBoundingClientRect() ?? {}
    await mouse.wheel({ x: x + 20, y: top + 20 }, 9_999)
    await expect.poll(isLastLineShown).toBe(true)
    await expect.poll(fades).toEqual(['32px', '0px'])
  })

  it('is scrolled by a finger, which turns no page', async () => {
    await openNote(10_000)
    const from = middleOf(page.elementLocator(note() ?? document.body))
    await fingers.drag(from, { x: 0, y: -160 })
    await expect.poll(() => note()?.scrollTop).toBeGreaterThan(60)
    await shows('1 of 2')
  })

  it('is scrolled by keys while it has the focus, and sideways keys turn the page', async () => {
    await openNote(10_000)
    note()?.focus()
    await press('{End}')
    await expect.poll(fades).toEqual(['32px', '0px'])
    // Chromium drops a key's scroll that arrives while it still draws the end of the last one.
    const scrollUp = async () => {
      await press('{ArrowUp}')
      return note()?.scrollTop
    }
    const end = note()?.scrollTop
    await expect.poll(scrollUp).toBeLessThan(end ?? 0)
    await expect.poll(() => fades()[1]).not.toBe('0px')
    await shows('1 of 2')
    await expectNoViolations()
    await press('{ArrowRight}')
    await shows('2 of 2')
  })
})

describe('a presentation', () => {
  it('begins with the selected card, and turns by keys, clicks and swipes, not beyond its ends', async () => {
    await open()
    await shows('1 of 3')
    await press('{ArrowLeft}')
    await shows('1 of 3')
    await press('{ArrowRight}')
    await shows('2 of 3')
    await press(' ')
    await shows('3 of 3')
    await press('{PageDown}')
    await shows('3 of 3')
    await press('{Shift>} {/Shift}')
    await shows('2 of 3')
    await press('{Home}')
    await shows('1 of 3')
    await press('{End}')
    await shows('3 of 3')
    await tap(0.1)
    await shows('2 of 3')
    await tap(0.8)
    await shows('3 of 3')
    swipe(90)
    await shows('2 of 3')
    swipe(-20)
    swipe(-60, 200)
    await shows('2 of 3')
    swipe(-90)
    await shows('3 of 3')
  })

  it('announces each slide with its place and title', async () => {
    await open()
    await expect.poll(announced).toBe('1 of 3, A still lake between pine hills')
    await press('{End}')
    await expect.poll(announced).toBe('3 of 3, Three pears and a stoneware vase')
  })

  it('keeps the keys where its buttons have reached an end', async () => {
    await open()
    const next = screen.getByRole('button', { name: 'Next slide' })
    for (const place of ['2 of 3', '3 of 3', '3 of 3']) {
      ;(next.element() as HTMLElement).focus()
      await press('{Enter}')
      await shows(place)
    }
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    await press('{ArrowLeft}')
    await shows('2 of 3')
    // On the button the space bar presses it, and turns the page once.
    await press('{ArrowLeft}', ' ')
    await shows('2 of 3')
  })

  it('shows prompts, if that was chosen the last time', async () => {
    const caption = () => document.querySelector('.present figcaption')?.textContent ?? null
    await open()
    expect(caption()).toBeNull()
    await press('p')
    await expect.poll(caption).toBe('A still lake between pine hills')
    await press('{Escape}')
    await expect.element(screen).not.toBeInTheDocument()
    await open()
    await expect.poll(caption).toBe('A still lake between pine hills')
    await screen.getByRole('button', { name: 'Prompts' }).click()
    await expect.poll(caption).toBeNull()
  })

  it('switches between frames and cards', async () => {
    await open(right)
    await shows('3 of 3')
    await screen.getByRole('button', { name: 'Frames' }).click()
    await shows('1 of 2')
    await expect.element(screen.getByRole('heading', { name: 'The lake' })).toBeVisible()
    await press('{ArrowRight}')
    await expect.element(screen.getByRole('heading', { name: 'Its branches' })).toBeVisible()
    await expect.poll(() => document.querySelectorAll('.present-card').length).toBe(2)
    await screen.getByRole('button', { name: 'Cards' }).click()
    await shows('1 of 3')
  })

  it('of several selected cards has these alone', async () => {
    await select(root)
    await press('{Control>}a{/Control}')
    await present()
    await shows('1 of 3')
    await expect.element(screen.getByRole('button', { name: 'Frames' })).not.toBeInTheDocument()
  })

  it('has no axe violation in either theme, with a frame and with a card', async () => {
    await open()
    await press('p')
    await expectNoViolationsInBothThemes()
    await screen.getByRole('button', { name: 'Frames' }).click()
    await shows('1 of 2')
    await expectNoViolationsInBothThemes()
  })

  it('ends by its button, and the focus is on the canvas again', async () => {
    await open()
    await button('End presentation').click()
    await expect.element(screen).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.closest('.canvas')).not.toBeNull()
  })
})
