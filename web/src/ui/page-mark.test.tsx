import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { PageMark } from './page-mark.tsx'

it('a part is marked for as long as one of its kind is shown', () => {
  const root = createRoot(document.createElement('div'))
  const marksWith = (...marks: readonly ReactElement[]) => {
    flushSync(() => root.render(marks))
    return document.documentElement.dataset.shows
  }
  const find = <PageMark key="find" part="find" />
  const cost = <PageMark key="cost" part="side-panel" />
  const rerun = <PageMark key="rerun" part="side-panel" />
  expect(marksWith(cost, rerun, find)).toBe('side-panel side-panel find')
  expect(marksWith(cost, rerun)).toBe('side-panel side-panel')
  expect(marksWith(rerun)).toBe('side-panel')
  expect(marksWith()).toBe('')
})
