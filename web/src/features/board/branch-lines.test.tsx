import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardElement, grip, openBoard } from '#web/testing/fake-board.ts'
import { mouse } from '#web/testing/hands.ts'

const parent = completedGeneration(2)
const beside = completedGeneration(3, {
  canvasX: parent.canvasX + 900,
  parentGenerationId: parent.id,
  parentImageId: parent.images[0]?.id ?? null,
  branchKind: 'remix',
})
const below = completedGeneration(4, {
  canvasY: parent.canvasY + 700,
  parentGenerationId: parent.id,
  parentImageId: parent.images[1]?.id ?? null,
  branchKind: 'enhance',
})
const elsewhere = { x: 1_300, y: 700 }

const count = (selector: string) => document.querySelectorAll(selector).length
const shown = () => ({
  fades: count('.branch-pieces linearGradient'),
  hidden: count('.branch-hidden path:not(.branch-hidden-rim)'),
  ports: new Set([...document.querySelectorAll('.branch-port')].map((port) => port.getAttribute('cx'))).size,
})

async function open(zoom = 0.6) {
  await mouse.move(elsewhere)
  const on = { zoom, board: { x: parent.canvasX, y: parent.canvasY }, screen: { x: 140, y: 160 } }
  await openBoard({ cards: [parent, beside, below], on })
  await expect.poll(() => cardElement(below)).not.toBeNull()
}

beforeEach(() => page.viewport(1440, 900))

describe('<Connectors>', () => {
  it('lets the line to a card beside its parent sink below both, and begins the lines of a card at one port', async () => {
    await open()
    await expect.poll(shown).toEqual({ fades: 4, hidden: 0, ports: 1 })
  })

  it('dashes what lies below cards above them while an end is hovered, and shows the rest whole', async () => {
    await open()
    await mouse.move(await grip(beside))
    await expect.poll(shown).toEqual({ fades: 0, hidden: 2, ports: 1 })
    const dashes = document.querySelector('.branch-hidden')
    expect(dashes?.closest('.connectors-above')).not.toBeNull()
    await mouse.move(elsewhere)
    await expect.poll(shown).toEqual({ fades: 4, hidden: 0, ports: 1 })
  })

  it('dashes the lines of a selected card, and has the port in the color of the strongest', async () => {
    await open()
    await mouse.press(await grip(beside))
    await mouse.move(elsewhere)
    await expect.poll(() => shown().hidden).toBe(2)
    const last = () => [...document.querySelectorAll<SVGElement>('.branch-port')].at(-1)?.dataset.state
    expect(last()).toBe('active')
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.poll(() => shown().hidden).toBe(0)
  })
})
