import { type RefObject, useEffect, useState } from 'react'

/** Whether any part of an element is on the screen. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isInView
}
