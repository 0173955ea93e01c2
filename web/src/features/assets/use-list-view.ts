import { useEffect, useLayoutEffect, useState } from 'react'

/** Rows this far outside the window are there already, in screen pixels. */
const ahead = 800
/** The part of the list that is shown is told in steps, so that a scroll renders seldom. */
const step = 200

/** How wide a list is, and which part of it is on the screen or near it, from the list's top. */
export function useListView(list: HTMLElement | null) {
  const [width, setWidth] = useState(0)
  const [view, setView] = useState({ from: 0, to: 2 * ahead })

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
    const look = () => {
      frame = 0
      const { top } = list.getBoundingClientRect()
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
      removeEventListener('scroll', schedule)
      removeEventListener('resize', schedule)
    }
  }, [list])

  return { width, view }
}
