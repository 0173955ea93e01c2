import { memo, useSyncExternalStore } from 'react'
import { shownModel } from '#domain/generation/origin.ts'
import { connectorPath } from '#domain/layout/connector.ts'
import { cardForm, farPictureRects, pictureSize } from '#domain/layout/picture-box.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'
import type { CanvasEngine } from '#web/canvas/canvas-engine.ts'
import { formStyle, tileStyle } from '#web/canvas/card-form.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { Button } from '#web/ui/button.tsx'
import type { ReplayScene } from './replay-scene.ts'
import { timelineTexts } from './texts.ts'

type SnapshotCardsProps = { engine: CanvasEngine; past: ReplayScene; onBringBack(id: string): void }

/**
 * The cards of a snapshot that are near enough to be elements. They are read-only, and can be restored where they were
 * deleted.
 */
export const SnapshotCards = memo(function PastCards({ engine, past, onBringBack }: SnapshotCardsProps) {
  const cards = useSyncExternalStore(engine.cards.subscribe, engine.cards.get)
  const { area, connectors } = useSyncExternalStore(engine.connectors.subscribe, engine.connectors.get)
  const deleted = new Set(past.deletedSince())
  const { x, y, width, height } = area
  return (
    <>
      <svg
        className="connectors"
        aria-hidden="true"
        viewBox={`${x} ${y} ${width} ${height}`}
        style={{ left: x, top: y, width, height }}
      >
        {connectors.map(({ child, curve }) => (
          <path key={child.id} d={connectorPath(curve)} />
        ))}
      </svg>
      {cards.map(({ id, x: left, y: top, isCollapsed }) => (
        <article
          key={id}
          className="card"
          data-past={id}
          data-collapsed={isCollapsed || undefined}
          aria-label={past.generation(id)?.prompt}
          style={{
            ...formStyle(cardForm(past.generation(id)?.images ?? [])),
            transform: `translate(${left}px, ${top}px)`,
          }}
        >
          {!isCollapsed && <PastPictures past={past} id={id} />}
          <footer className="card-caption">
            <p className="card-prompt">{past.generation(id)?.prompt}</p>
            <span className="font-medium text-ink">{shownModel(past.generation(id)?.model ?? null)}</span>
            {deleted.has(id) && (
              <>
                <span>{timelineTexts.deletedCard}</span>
                <Button kind="line" size="small" className="ml-auto" onClick={() => onBringBack(id)}>
                  {timelineTexts.bringBack}
                </Button>
              </>
            )}
          </footer>
        </article>
      ))}
    </>
  )
})

function PastPictures({ past, id }: { past: ReplayScene; id: string }) {
  const images = past.generation(id)?.images ?? []
  const form = cardForm(images)
  const far = farPictureRects({ x: 0, y: 0, isCollapsed: false }, images, facePlace(images))
  return (
    <div className="card-pictures">
      {images.map((image, place) => (
        <div key={image.id} className="tile" style={tileStyle(pictureSize(image, form), far[place])}>
          <div
            className="tile-picture"
            style={{
              backgroundColor: image.averageColor ?? 'var(--raised)',
            }}
          >
            {image.status === 'completed' && (
              <img src={imageAddress(image.id, 256)} alt="" draggable={false} className="size-full" />
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
