import { describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { grip, openBoard, selectedCards } from '#web/testing/fake-board.ts'
import { fingers, middleOf, mouse } from '#web/testing/hands.ts'
import { boat, lakeCards, night, root } from '#web/testing/lake-cards.ts'

const path = page.getByRole('dialog', { name: 'Path to here' })
const step = (place: number) => path.getByRole('button', { name: new RegExp(`^Step ${place} of 3`) })
const isCurrent = (place: number) => expect.element(step(place)).toHaveAttribute('aria-current', 'step')

const open = () => openBoard({ cards: lakeCards, on: night })

async function openPath(): Promise<void> {
  await open()
  await mouse.press(await grip(night))
  await expect.poll(selectedCards).toEqual([night.id])
  await userEvent.keyboard('p')
  await isCurrent(3)
}

/** With motion, which the other tests do without. */
async function withMotion(act: () => Promise<void>): Promise<void> {
  const prefer = (value: 'no-preference' | 'reduce') =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  await prefer('no-preference')
  try {
    await act()
  } finally {
    await prefer('reduce')
  }
}

describe('the path to an image', () => {
  it('is walked by arrow keys, and the canvas follows', async () => {
    await openPath()
    await expect.element(step(3)).toHaveAccessibleName(/^Step 3 of 3: . at night/)
    expect(path.getByRole('listitem').elements()).toHaveLength(3)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(selectedCards).toEqual([boat.id])
    await userEvent.keyboard('{Home}')
    await expect.poll(selectedCards).toEqual([root.id])
    await isCurrent(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(path).not.toBeInTheDocument()
  })

  it('plays to its end', async () => {
    await withMotion(async () => {
      await openPath()
      await userEvent.keyboard('{ArrowLeft}')
      await isCurrent(2)
      await path.getByRole('button', { name: 'Play' }).click()
      await isCurrent(3)
      await expect.poll(selectedCards).toEqual([night.id])
      await expect.element(path.getByRole('button', { name: 'Play' })).toBeVisible()
    })
  })

  it('is printed without the page around it', async () => {
    const printed: number[] = []
    const print = vi
      .spyOn(window, 'print')
      .mockImplementation(() => void printed.push(document.querySelectorAll('.path-print img').length))
    await openPath()
    await path.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await expect.poll(() => printed).toEqual([3])
    print.mockRestore()
  })

  it('is stepped along by taps on a phone, and the canvas follows', async () => {
    await page.viewport(390, 844)
    await open()
    await fingers.rest(await grip(night))
    await page.getByRole('menuitem', { name: 'Path to here' }).click()
    await isCurrent(3)
    await expectNoViolations()
    await fingers.tap(middleOf(step(1)))
    await expect.poll(selectedCards).toEqual([root.id])
    await fingers.tap(middleOf(path.getByRole('button', { name: 'Next step' })))
    await expect.poll(selectedCards).toEqual([boat.id])
    await fingers.tap(middleOf(path.getByRole('button', { name: 'Close' })))
    await expect.element(path).not.toBeInTheDocument()
  })
})
