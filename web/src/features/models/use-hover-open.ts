import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const closeDelayMs = 200

/** Opens on hover and closes 200 ms after the pointer has left; a click, a tap or a key opens it for good. */
export function useHoverOpen() {
  const [state, setState] = useState<'closed' | 'hovered' | 'pinned'>('closed')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse'
  return {
    isOpen: state !== 'closed',
    byPointer: state === 'hovered',
    close: () => setState('closed'),
    setOpen(open: boolean) {
      clearTimeout(timer.current)
      setState(open ? 'pinned' : 'closed')
    },
    /** A click on what the pointer has opened keeps it open instead of closing it. */
    pin(event: MouseEvent) {
      if (state !== 'hovered') return
      event.preventDefault()
      setState('pinned')
    },
    pointer: {
      onPointerEnter(event: PointerEvent) {
        clearTimeout(timer.current)
        if (isMouse(event)) setState((before) => (before === 'closed' ? 'hovered' : before))
      },
      onPointerLeave(event: PointerEvent) {
        if (!isMouse(event)) return
        timer.current = setTimeout(() => setState((before) => (before === 'hovered' ? 'closed' : before)), closeDelayMs)
      },
    },
  }
}
