import { ChevronUp } from 'lucide-react'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { pictureSize } from '#domain/layout/picture-box.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { CardMaking } from '../card-making.tsx'
import { boardTexts } from '../texts.ts'
import type { AwaitedCard as Awaited } from './send-composed.ts'
import { branchingTexts } from './texts.ts'

const places = Array.from({ length: imagesPerGeneration }, (_, place) => place)

/** A card from the press of Go until the server has answered. It looks as the real one will, so that nothing jumps. */
export function AwaitedCard({ place, prompt, modelName, settings }: Awaited) {
  const { aspectRatio, resolution } = settings
  return (
    <article
      className="card"
      data-awaited
      aria-label={prompt}
      style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
    >
      <p className="card-prompt">{prompt}</p>
      <div className="card-pictures">
        {places.map((tile) => (
          <div key={tile} className="tile">
            <div className="tile-waiting shimmer" style={pictureSize(pixelSize(aspectRatio, resolution))}>
              <span className="tabular-nums">{boardTexts.seconds(0)}</span>
            </div>
          </div>
        ))}
      </div>
      <footer className="card-footer">
        <CardMaking model={modelName} settings={settings} cost={0} />
        <span role="status">
          <GeneratingNote />
        </span>
        <span className="card-toggle" aria-hidden="true">
          {boardTexts.collapse}
          <ChevronUp />
        </span>
      </footer>
    </article>
  )
}

/** Says that a card's images are being made. */
export function GeneratingNote() {
  return <span className="generating">{branchingTexts.generating}</span>
}
