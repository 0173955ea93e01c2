import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyPart, warmOfflineParts } from './lazy-part.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('parts for a lost connection are fetched one after the other, while the user does nothing', async () => {
  const fetched: string[] = []
  const answers: (() => void)[] = []
  const parts = ['find', 'share', 'present'].map((name) =>
    lazyPart(async () => {
      fetched.push(name)
      await new Promise<void>((resolve) => answers.push(resolve))
      return () => null
    }),
  )
  const stop = warmOfflineParts(parts)
  await vi.advanceTimersByTimeAsync(1_500)
  dispatchEvent(new WheelEvent('wheel'))
  await vi.advanceTimersByTimeAsync(900)
  expect(fetched).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  expect(fetched).toEqual(['find'])

  dispatchEvent(new PointerEvent('pointermove'))
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(900)
  expect(fetched).toEqual(['find'])
  await vi.advanceTimersByTimeAsync(600)
  expect(fetched).toEqual(['find', 'share'])

  stop()
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(fetched).toEqual(['find', 'share'])
})

it('parts for a lost connection wait while there is none', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const fetched: string[] = []
  const part = lazyPart(async () => {
    fetched.push('find')
    return () => null
  })
  const stop = warmOfflineParts([part])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetched).toEqual([])
  online.mockRestore()
  await vi.advanceTimersByTimeAsync(600)
  expect(fetched).toEqual(['find'])
  stop()
})

it('parts are no longer waited for once that is stopped, also without a connection', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const stop = warmOfflineParts([lazyPart(async () => () => null)])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(vi.getTimerCount()).toBe(1)
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(vi.getTimerCount()).toBe(0)
  online.mockRestore()
})
