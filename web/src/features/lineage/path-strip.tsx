import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { centreOn } from '#domain/geometry/camera.ts'
import { cardRect, cardWidth } from '#domain/layout/card.ts'
import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import { pathSteps } from '#domain/lineage/path-steps.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { Filmstrip } from '#web/viewing/filmstrip.tsx'
import { stepCaption } from '#web/viewing/step-caption.ts'
import { filmstripTexts } from '#web/viewing/texts.ts'
import { useWalk } from '#web/viewing/use-walk.ts'
import { PathExport } from './path-export.tsx'
import { lineageTexts, pathTexts } from './texts.ts'

type PathStripProps = { session: BoardSession; path: OverlayOf<'path'> }

/** A filmstrip of the path from the root to an image. Arrows step through it, and the canvas follows. */
export function PathStrip({ session, path }: PathStripProps) {
  const steps = usePath(session, path.cardId, path.imageId)
  const [place, setPlace] = useState(steps.length - 1)
  const node = useRef<HTMLElement>(null)
  const current = Math.min(Math.max(0, place), steps.length - 1)
  const cardId = steps[current]?.cardId
  const walk = useWalk({ count: steps.length, current, onStep: setPlace })

  const close = () => session.overlays.close('path')
  useKeys('panel', [...walk.keys, ['Escape', close]], { within: node, reach: 'both' })
  useLayoutEffect(() => {
    if (cardId !== undefined && node.current) followStep(session, cardId, node.current.offsetHeight)
  }, [session, cardId])
  const isGone = steps.length === 0
  useEffect(() => {
    if (isGone) session.overlays.close('path')
  }, [session, isGone])

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

const glideMs = 200
/** A card is shown at least this large, if it fits then; and never enlarged. */
const smallestZoom = 0.5
/** Screen pixels at both sides of it. */
const margin = 16

/** Centers the card of a step in the area that the strip leaves free, and selects it. */
function followStep(session: BoardSession, cardId: string, stripHeight: number): void {
  const card = session.board.cards.get(cardId)
  if (!card) return
  selectOnly(session, cardId)
  const { width, height } = session.controller.viewport()
  const fitting = (width - 2 * margin) / cardWidth
  const zoom = Math.min(1, Math.max(session.controller.destination().zoom, Math.min(smallestZoom, fitting)))
  const free = { width, height: Math.max(1, height - stripHeight) }
  session.controller.glideTo(centreOn(cardRect(card), free, zoom), glideMs)
}

/** A step as it is shown. */
export type ShownStep = ReturnType<typeof usePath>[number]

/** The steps to an image, each with its caption. */
export function usePath({ board }: BoardSession, cardId: string, imageId: string) {
  const cards = useSettledCards(board)
  const styleTitle = useStyleTitle(lineageTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards that come and go change the way
  const steps = useMemo(() => {
    const path = pathFromRoot(cardId, (id) => board.cards.get(id)).map(({ id }) => board.getGeneration(id))
    return pathSteps(
      path.filter((generation) => generation !== undefined),
      imageId,
    )
  }, [board, cardId, imageId, cards])
  return steps.map(({ card, imageId: id, difference }) => {
    const image = card.images.find((each) => each.id === id) ?? null
    return {
      cardId: card.id,
      prompt: card.prompt,
      image,
      picture: image && { ...image, address: imageAddress(image.id, 256) },
      caption: stepCaption(difference, styleTitle),
    }
  })
}
