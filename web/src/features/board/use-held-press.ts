import { type PointerEvent, useEffect, useRef } from 'react'

const firstRepeatMs = 300
const repeatMs = 60

/** A button that goes on while it is held. A single press, by pointer or key, acts once. */
export function useHeldPress(act: () => void) {
  const latest = useRef(act)
  latest.current = act
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRepeated = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const repeat = () => {
    hasRepeated.current = true
    latest.current()
    timer.current = setTimeout(repeat, repeatMs)
  }
  const release = () => clearTimeout(timer.current)

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      hasRepeated.current = false
      timer.current = setTimeout(repeat, firstRepeatMs)
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onClick() {
      if (!hasRepeated.current) latest.current()
      hasRepeated.current = false
    },
  }
}
