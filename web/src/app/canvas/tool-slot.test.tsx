import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createCameraController } from '#web/canvas/camera-controller.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { createItemState } from '#web/features/board/board-session.ts'
import { createOverlays } from '#web/features/board/overlays.ts'
import { ToolSurface, type ToolSurfaceProps } from '#web/features/frames/tool-surface.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ToolSlot } from './frame-slots.tsx'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A tool was just chosen on a canvas at 100 %; its code arrives by `arrive`. */
async function choose(tool: ToolSurfaceProps['tool'] = 'purse') {
  const code = Promise.withResolvers<ComponentType<ToolSurfaceProps>>()
  const session = {
    items: createItemState(),
    overlays: createOverlays(),
    controller: createCameraController({ zoom: 1, panX: 0, panY: 0 }),
  } as unknown as BoardSession
  session.items.tool.set(tool)
  const element = document.createElement('div')
  element.style.cssText = 'position: fixed; inset: 0'
  document.body.append(element)
  const root = createRoot(element)
  const part = lazyPart(() => code.promise)
  const render = () => root.render(<ToolSlot part={part} session={session} tool={tool} />)
  closing.push(() => {
    root.unmount()
    element.remove()
  })
  render()
  await expect.poll(() => element.firstElementChild).not.toBeNull()
  const captured: number[] = []
  const point = (type: string, clientX: number, clientY: number, more: PointerEventInit = {}) =>
    element.firstElementChild?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, buttons: 1, clientX, clientY, ...more }),
    )
  // Made events have no capture to take.
  const { setPointerCapture } = Element.prototype
  Element.prototype.setPointerCapture = (pointerId) => void captured.push(pointerId)
  closing.push(() => {
    Element.prototype.setPointerCapture = setPointerCapture
  })
  return {
    point,
    captured,
    tool: () => session.items.tool.get(),
    edited: () => session.items.edited.get(),
    area: () => session.overlays.find('give-credits')?.area ?? null,
    isCalled: () => element.querySelector('[role="application"]') !== null,
    arrive: () => code.resolve(ToolSurface),
  }
}

describe('a tool whose code is being fetched', () => {
  it('goes on with a drag that has begun', async () => {
    const { point, arrive, isCalled, captured, area } = await choose()
    point('pointerdown', 100, 100)
    point('pointermove', 400, 300)
    arrive()
    await expect.poll(isCalled).toBe(true)
    expect(captured).toEqual([1, 1])
    point('pointermove', 1_200, 700)
    point('pointerup', 1_300, 800)
    expect(area()).toEqual({ x: 100, y: 100, width: 1_200, height: 700 })
  })

  it('draws by a drag that is already over', async () => {
    const { point, arrive, area } = await choose()
    point('pointerdown', 100, 100)
    point('pointermove', 400, 300)
    point('pointerup', 1_300, 800)
    expect(area()).toBeNull()
    arrive()
    await expect.poll(area).toEqual({ x: 100, y: 100, width: 1_200, height: 700 })
  })

  it('draws nothing by a press that the browser took over', async () => {
    const { point, arrive, isCalled, area } = await choose()
    point('pointerdown', 100, 100)
    point('pointercancel', 400, 300)
    arrive()
    await expect.poll(isCalled).toBe(true)
    expect(area()).toBeNull()
  })
})

describe('a drag of a tool', () => {
  it('ends where the pointer was last seen with its button down, when the release was never reported', async () => {
    const { point, arrive, isCalled, tool, area } = await choose()
    arrive()
    await expect.poll(isCalled).toBe(true)
    point('pointerdown', 100, 100)
    point('pointermove', 1_300, 800)
    point('pointermove', 1_400, 850, { buttons: 0 })
    expect(area()).toEqual({ x: 100, y: 100, width: 1_200, height: 700 })
    expect(tool()).toBe('select')
  })

  it('is thrown away by Escape, which leaves the tool to the next one', async () => {
    const { point, arrive, isCalled, tool, area } = await choose()
    arrive()
    await expect.poll(isCalled).toBe(true)
    point('pointerdown', 100, 100)
    point('pointermove', 1_300, 800)
    await userEvent.keyboard('{Escape}')
    point('pointerup', 1_300, 800)
    expect({ tool: tool(), area: area() }).toEqual({ tool: 'purse', area: null })
    await userEvent.keyboard('{Escape}')
    expect(tool()).toBe('select')
  })

  it('goes on when another pointer presses meanwhile', async () => {
    const { point, arrive, isCalled, area } = await choose()
    arrive()
    await expect.poll(isCalled).toBe(true)
    point('pointerdown', 100, 100)
    point('pointerdown', 700, 700, { pointerId: 2, pointerType: 'pen' })
    point('pointerup', 700, 700, { pointerId: 2, pointerType: 'pen' })
    expect(area()).toBeNull()
    point('pointermove', 1_300, 800)
    point('pointerup', 1_300, 800)
    expect(area()).toEqual({ x: 100, y: 100, width: 1_200, height: 700 })
  })
})

describe.each(['frame', 'note', 'purse'] as const)('the tool for a %s', (name) => {
  it.each(['press', 'key'])('is left by the %s of its button, and puts nothing on the canvas', async (by) => {
    const { arrive, isCalled, tool, edited, area } = await choose(name)
    arrive()
    await expect.poll(isCalled).toBe(true)
    const cancel = page.getByRole('button', { name: 'Cancel' })
    if (by === 'press') await cancel.click()
    else {
      cancel.element().focus()
      await userEvent.keyboard('{Enter}')
    }
    await expect.poll(tool).toBe('select')
    expect({ edited: edited(), area: area() }).toEqual({ edited: null, area: null })
  })
})
