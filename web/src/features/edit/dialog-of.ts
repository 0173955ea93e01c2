import type { RefCallback, RefObject } from 'react'

/** The ref of an element that keeps the dialog around it: the dialog has the focus at first, and its keys work then as well. */
export const dialogOf =
  (dialog: RefObject<Element | null>): RefCallback<Element> =>
  (node) => {
    dialog.current = node?.closest('[role="dialog"]') ?? null
  }
