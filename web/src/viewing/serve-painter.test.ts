import { afterEach, expect, it, vi } from 'vitest'
import type { ToPainter } from '#web/canvas/painter/paint-protocol.ts'
import { servePainter } from './serve-painter.ts'

const take = vi.fn(async () => {})
const startPainter = vi.hoisted(() => vi.fn())
vi.mock('#web/canvas/painter/start-painter.ts', () => ({ startPainter }))

afterEach(() => vi.unstubAllGlobals())

it('servePainter loads the typeface, passes messages in both directions and gives the name to the loader', () => {
  const loaded = Promise.resolve()
  const fonts = { add: vi.fn() }
  const postMessage = vi.fn()
  vi.stubGlobal('name', 'link-1')
  vi.stubGlobal('fonts', fonts)
  vi.stubGlobal('postMessage', postMessage)
  vi.stubGlobal('onmessage', null)
  vi.stubGlobal(
    'FontFace',
    class {
      load = () => loaded
    },
  )
  startPainter.mockReturnValue(take)
  const load = vi.fn()
  const loadFor = vi.fn(() => load)

  servePainter(loadFor)

  expect(loadFor).toHaveBeenCalledWith('link-1')
  expect(fonts.add).toHaveBeenCalledOnce()
  const [deps] = startPainter.mock.calls[0] ?? []
  expect(deps).toMatchObject({ load, font: loaded })
  const painted = { id: 1, isComplete: true, lacksPictures: false }
  deps.send(painted, [])
  expect(postMessage).toHaveBeenCalledWith(painted, [])
  const message: ToPainter = { kind: 'forget', id: 1 }
  ;(globalThis as unknown as { onmessage(event: { data: ToPainter }): void }).onmessage({ data: message })
  expect(take).toHaveBeenCalledWith(message)
})
