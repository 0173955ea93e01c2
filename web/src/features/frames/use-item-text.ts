import { useEffect, useRef, useState } from 'react'
import type { BoardSession } from '#web/features/board/board-session.ts'

/**
 * The text of a note or title while its field is open. It is stored once: when the field or the page is left, or the field is removed. An
 * unchanged text is not stored: another device may have written a newer one meanwhile.
 */
export function useItemText({ items }: BoardSession, text: string, store: (text: string) => void) {
  const [first] = useState(text)
  const [opened] = useState(() => items.edited.get())
  const typed = useRef(text)
  const isDone = useRef(false)
  const save = () => {
    if (isDone.current) return
    isDone.current = true
    if (typed.current !== first) store(typed.current)
    if (items.edited.get() === opened) items.edited.set(null)
  }
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      // React calls this once more in development, before anything is typed.
      if (typed.current !== first) leave()
    }
  }, [first])
  return { first, typed, save }
}
