import { useEffect, useLayoutEffect, useState } from 'react'
import { paceBetween, type ScrollPace, type ScrollPlace } from './scroll-pace.ts'

/** Rows this far outside the window are there already, in screen pixels. */
const ahead = 800
/** The part of the list that is shown is told in steps, so that a scroll renders seldom. */
const step = 200
/** Without a scroll for so long, a list is calm again. Milliseconds. */
const calmAfter = 150

/** How wide a list is, which part of it is on the screen or near it, from the list's top, and how quickly that changes. */
export function useListView(list: HTMLElement | null) {
  const [width, setWidth] = useState(0)
  const [view, setView] = useState({ from: 0, to: 2 * ahead })
  const [pace, setPace] = useState<ScrollPace>('calm')

  useLayoutEffect(() => {
    if (!list) return
    const measure = () => setWidth(list.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(list)
    return () => watch.disconnect()
  }, [list])

  useEffect(() => {
    if (!list) return
    let frame = 0
    let calming: ReturnType<typeof setTimeout> | undefined
    let before: ScrollPlace | null = null
    const look = () => {
      frame = 0
      const { top } = list.getBoundingClientRect()
      const place = { top, atMs: performance.now() }
      if (before && paceBetween(before, place, innerHeight) === 'quick') setPace('quick')
      before = place
      clearTimeout(calming)
      calming = setTimeout(() => setPace('calm'), calmAfter)
      const from = Math.floor((-top - ahead) / step) * step
      const to = Math.ceil((innerHeight - top + ahead) / step) * step
      setView((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', schedule, { passive: true })
    addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(calming)
      removeEventListener('scroll', schedule)
      removeEventListener('resize', schedule)
    }
  }, [list])

  return { width, view, pace }
}
