import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { PageMark } from './page-mark.tsx'

it('a part is marked for as long as one of its kind is shown', () => {
  const root = createRoot(document.createElement('div'))
  const marksWith = (parts: readonly ('find' | 'side-panel')[]) => {
    flushSync(() => root.render(parts.map((part, place) => <PageMark key={`${part} ${place}`} part={part} />)))
    return document.documentElement.dataset.shows
  }
  expect(marksWith(['side-panel', 'side-panel', 'find'])).toBe('side-panel find')
  expect(marksWith(['side-panel', 'side-panel'])).toBe('side-panel')
  expect(marksWith(['side-panel'])).toBe('side-panel')
  expect(marksWith([])).toBe('')
})
