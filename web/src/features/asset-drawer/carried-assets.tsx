import { type PointerEvent as ReactPointerEvent, useLayoutEffect, useState } from 'react'
import type { AssetShape } from '#contract/asset.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { startDrag } from '#web/canvas/start-drag.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { bringAssets } from '#web/features/bring-in/bring-files.ts'
import { cornerUnder, DropPlace, isPlaceSeen, placeUnder } from '#web/features/bring-in/drop-place.tsx'
import { promptTexts } from '#web/features/compose/texts.ts'

/** Images that a pointer is dragging, and where it is, in screen pixels. */
type Carried = { readonly assets: readonly AssetShape[]; readonly at: Point }

/** The pictures that are shown while more are dragged: those of one card. */
const shownAtOnce = 4

const isOnCanvas = ({ x, y }: Point) => document.elementFromPoint(x, y)?.closest('.canvas, .empty-board') != null
/** The part of the prompt bar that takes pictures; null elsewhere. */
const barUnder = ({ x, y }: Point) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('.prompt-bar .picture-drop') ?? null

type CarryOptions = {
  session: BoardSession
  /** The images that go along with the one that is dragged, itself among them. */
  withIt(assetId: string): readonly AssetShape[]
  /** Dropped on the prompt bar, to be attached to it. */
  onAttach(assets: readonly AssetShape[]): void
  onDropped(): void
}

/** Lets images be dragged out of a list onto the canvas or the prompt bar, by mouse, pen, or a finger that moves sideways. */
export function useCarrying({ session, withIt, onAttach, onDropped }: CarryOptions) {
  const [carried, setCarried] = useState<Carried | null>(null)

  const press = (event: ReactPointerEvent<HTMLElement>) => {
    const { target, currentTarget, clientX, clientY, button } = event
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-asset]')?.dataset.asset : undefined
    if (id === undefined || button !== 0) return
    const assets = withIt(id)
    const pointAt = (offset: Point) => ({ x: clientX + offset.x, y: clientY + offset.y })
    startDrag(event.nativeEvent, currentTarget, {
      onMove: (offset) => setCarried({ assets, at: pointAt(offset) }),
      onEnd(offset) {
        setCarried(null)
        const at = pointAt(offset)
        if (barUnder(at)) return onAttach(assets)
        if (!isOnCanvas(at)) return
        void bringAssets(session, assets, cornerUnder(session, { clientX: at.x, clientY: at.y }))
        onDropped()
      },
      onCancel: () => setCarried(null),
      onPress() {},
    })
  }
  return { press, shown: carried && <CarriedAssets session={session} carried={carried} /> }
}

/** The dragged pictures: in the outline of their card where it is seen on the canvas, at the pointer elsewhere. */
function CarriedAssets({ session, carried: { assets, at } }: { session: BoardSession; carried: Carried }) {
  useBarTarget(barUnder(at))
  const pictures = assets
    .slice(0, shownAtOnce)
    .map(({ id, averageColor }) => (
      <img key={id} src={imageAddress(id, 256)} alt="" style={{ backgroundColor: averageColor ?? undefined }} />
    ))
  const more = assets.length - pictures.length
  const place = isOnCanvas(at) ? placeUnder(session, { clientX: at.x, clientY: at.y }) : null
  const isInOutline = place !== null && isPlaceSeen(session, place)
  return (
    <>
      {place && (
        <DropPlace session={session} place={place} count={assets.length}>
          {isInOutline && <span className="carried-pictures">{pictures}</span>}
        </DropPlace>
      )}
      {!isInOutline && (
        <div className="carried" style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
          {pictures}
          {more > 0 && <b>+{more}</b>}
        </div>
      )}
    </>
  )
}

/** Marks the prompt bar as the target while pictures are over it, as it marks itself for files. */
function useBarTarget(bar: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (!bar) return
    bar.dataset.over = promptTexts.dropHere
    return () => {
      delete bar.dataset.over
    }
  }, [bar])
}
