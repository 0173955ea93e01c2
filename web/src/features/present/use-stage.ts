import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** The size of the window. */
export function useWindowSize() {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight })
  useEffect(() => {
    const read = () => setSize({ width: innerWidth, height: innerHeight })
    addEventListener('resize', read)
    return () => removeEventListener('resize', read)
  }, [])
  return size
}

/** Fills the screen while it is mounted, where the browser allows it; leaving the full screen calls `onLeave`. */
export function useFullScreen(onLeave: () => void): void {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    let isFull = false
    const change = () => {
      if (document.fullscreenElement) isFull = true
      else if (isFull) leave.current()
    }
    document.addEventListener('fullscreenchange', change)
    // Phones and embedded pages refuse: the dialog covers the page all the same.
    document.documentElement.requestFullscreen?.().catch(() => {})
    return () => {
      document.removeEventListener('fullscreenchange', change)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
}

/** The sideways movement of a finger that turns the page, in screen pixels. */
const swipeLength = 48
/** A press in this part of the width, on the left, goes back. */
const backPart = 1 / 3

/** A sideways swipe of a finger turns the page; so does a tap or click: forward, on the left third back. */
export function useTurning({ next, previous }: { next(): void; previous(): void }) {
  const from = useRef<PointerEvent | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      from.current = event.pointerType === 'touch' && event.isPrimary ? event : null
    },
    onPointerCancel() {
      from.current = null
    },
    onPointerUp(event: PointerEvent) {
      if (!from.current) return
      const right = event.clientX - from.current.clientX
      const isLevel = Math.abs(right) > 2 * Math.abs(event.clientY - from.current.clientY)
      from.current = null
      if (isLevel && Math.abs(right) >= swipeLength) (right > 0 ? previous : next)()
    },
    onClick({ clientX, target, currentTarget }: MouseEvent) {
      if (target instanceof Element && target.closest('a, figcaption')) return
      const { left, width } = currentTarget.getBoundingClientRect()
      if (clientX - left < width * backPart) previous()
      else next()
    },
  }
}
