import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { Comparison } from './comparison.tsx'
import '#web/ui/styles.css'

const wide = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"/>')}`
const picture = (id: string, address: string) => ({ id, address, label: id, prompt: null, facts: [] })

it('lays checkers below a compared picture alone: not beside it, and not while it is loading', async () => {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  root.render(
    <Comparison
      pictures={[picture('loaded', wide), picture('loading', '/never.png')]}
      returnTo="body"
      vote={() => null}
      onClose={() => {}}
    />,
  )
  const image = (label: string) => document.querySelector<HTMLElement>(`.compare-pane img[alt="${label}"]`)
  await expect.poll(() => image('loaded')?.dataset.shown).toBe('')
  const { width = 0, height = 1 } = image('loaded')?.getBoundingClientRect() ?? {}
  expect(width / height).toBeCloseTo(4, 1)
  const ground = (label: string) => getComputedStyle(image(label) ?? document.body).backgroundImage
  expect(ground('loaded')).toContain('gradient')
  expect(ground('loading')).toBe('none')
})
