import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Filmstrip } from '#web/viewing/path/filmstrip.tsx'
import { filmstripTexts } from '#web/viewing/path/filmstrip-texts.ts'
import { useWalk } from '#web/viewing/path/use-walk.ts'
import type { BoardView } from '../../board-view.ts'
import type { LineagePart } from '../lineage-state.ts'
import { useLayerKeys } from '../use-layer-keys.ts'
import { followStep } from './follow-step.ts'
import { PathExport } from './path-export.tsx'
import { pathTexts } from './path-texts.ts'
import { usePath } from './use-path.ts'

type PathStripProps = { view: BoardView; path: Extract<LineagePart, { kind: 'path' }> }

/** A filmstrip of the way from the root to an image. Arrows walk it, and the canvas follows. */
export function PathStrip({ view, path }: PathStripProps) {
  const steps = usePath(view, path.cardId, path.imageId)
  const [place, setPlace] = useState(steps.length - 1)
  const node = useRef<HTMLElement>(null)
  const current = Math.min(Math.max(0, place), steps.length - 1)
  const cardId = steps[current]?.cardId
  const walk = useWalk({ count: steps.length, current, onStep: setPlace })

  const close = () => view.lineage.part.set(null)
  useLayerKeys(({ key }) => {
    if (key !== 'Escape') return walk.press(key)
    close()
    return true
  })
  useLayoutEffect(() => {
    if (cardId !== undefined && node.current) followStep(view, cardId, node.current.offsetHeight)
  }, [view, cardId])
  const isGone = steps.length === 0
  useEffect(() => {
    if (isGone) view.lineage.part.set(null)
  }, [view, isGone])

  return (
    <section ref={node} role="dialog" aria-label={filmstripTexts.title} className="path-strip popover">
      <Filmstrip steps={steps} walk={walk}>
        <PathExport steps={steps} imageId={path.imageId} />
        <IconButton size="small" label={pathTexts.close} keys="Esc" onClick={close}>
          <X />
        </IconButton>
      </Filmstrip>
    </section>
  )
}
