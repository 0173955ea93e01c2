import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useDecoded } from './use-decoded.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Picture() {
  const { source, isLost } = useDecoded('/picture')
  return <p>{isLost ? 'lost' : (source ?? 'waiting')}</p>
}

function show(): HTMLElement {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  root.render(<Picture />)
  closing.push(() => {
    root.unmount()
    element.remove()
  })
  return element
}

it('loads a picture that was lost again when the connection is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('offline'))
  const element = show()
  const text = () => element.textContent
  await expect.poll(() => decode.mock.calls.length).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(text).toBe('lost')
  decode.mockResolvedValue()
  dispatchEvent(new Event('online'))
  await expect.poll(text).toBe('/picture')
})
