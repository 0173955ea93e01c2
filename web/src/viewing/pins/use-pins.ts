import { useState } from 'react'
import type { Remark } from './remark.ts'

/** The pins on a picture: shown or not, and the one that was pressed last. */
export type PinsState = ReturnType<typeof usePins>

/** Holds the pins of the picture that is looked at; they are shown at first. */
export function usePins(remarks: readonly Remark[], onPress: () => void) {
  const [areShown, setShown] = useState(true)
  const [pressed, setPressed] = useState<{ readonly id: string } | null>(null)
  return {
    count: remarks.length,
    shown: areShown ? remarks : [],
    areShown,
    /** In a new object for each press. */
    pressed,
    toggle: () => setShown(!areShown),
    press(id: string) {
      onPress()
      setPressed({ id })
    },
  }
}
