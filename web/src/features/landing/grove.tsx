import type { ReactNode, Ref } from 'react'
import { type GroveCard as Card, groveBranches, groveCards } from './grove-cards.ts'
import './landing.css'
import { grovePicture, grovePlaces } from './grove-pictures.ts'
import { landingTexts } from './texts.ts'

type GroveProps = {
  /** Receives the element that contains the cards. */
  boardRef?: Ref<HTMLDivElement>
  /** The same cards on the product's own canvas; they replace the still ones. */
  live?: ReactNode
}

/**
 * The picture behind the headline: a few cards and their branches, as the canvas draws them. Decoration, hidden from
 * screen readers.
 */
export function Grove({ boardRef, live }: GroveProps) {
  return (
    <div className="grove" aria-hidden="true" inert>
      {live}
      <div ref={boardRef} className="grove-board">
        <svg className="grove-branches" aria-hidden="true">
          {groveBranches.map(({ child, path }) => (
            <path key={child} d={path} />
          ))}
        </svg>
        {groveCards.map((card) => (
          <GroveCard key={card.name} card={card} isLookedAt={false} />
        ))}
      </div>
    </div>
  )
}

type GroveCardProps = {
  card: Card
  /** Whether the tour has stopped at it. */
  isLookedAt: boolean
}

/** One card as the canvas shows it, without its buttons. */
export function GroveCard({ card: { name, x, y, prompt, settings }, isLookedAt }: GroveCardProps) {
  return (
    <div className="grove-card" data-looked-at={isLookedAt || undefined} style={{ left: x, top: y }}>
      <p>{prompt}</p>
      <div>
        {grovePlaces.map((place) => (
          <img
            key={place}
            src={grovePicture(`${name}-${place}`)}
            alt=""
            width={settings.startsWith('2:3') ? 128 : 186}
            height={settings.startsWith('2:3') ? 192 : 186}
          />
        ))}
      </div>
      <p>
        <b>{landingTexts.engine}</b> {settings}
      </p>
    </div>
  )
}
