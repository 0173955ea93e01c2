import { type RefObject, useLayoutEffect } from 'react'
import { useBoardView } from './board-context.ts'

/** Moves a card's element with the drag it is part of, without rendering it: sixty cards may move at once. */
export function useFollowDrag(id: string, element: RefObject<HTMLElement | null>): void {
  const { dragged } = useBoardView()
  useLayoutEffect(() => {
    const follow = () => {
      const moved = dragged.get()
      const offset = moved?.ids.has(id) ? moved.offset : null
      if (element.current) element.current.style.translate = offset ? `${offset.x}px ${offset.y}px` : ''
    }
    follow()
    return dragged.subscribe(follow)
  }, [dragged, id, element])
}
