import type { ReactNode, Ref } from 'react'
import { type CardPlace, cardRect } from '#domain/layout/card.ts'
import { connector, connectorPath } from '#domain/layout/connector.ts'
import { grovePicture, grovePlaces } from './grove-pictures.ts'
import { landingTexts } from './texts.ts'
import './landing.css'

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
  card: PlacedCard
  /** Whether the tour has stopped at it. */
  isLookedAt: boolean
}

/** One card as the canvas shows it, without its buttons. */
export function GroveCard({ card: { name, x, y, prompt, aspectRatio }, isLookedAt }: GroveCardProps) {
  return (
    <div className="grove-card" data-looked-at={isLookedAt || undefined} style={{ left: x, top: y }}>
      <div>
        {grovePlaces.map((place) => (
          <img
            key={place}
            src={grovePicture(`${name}-${place}`)}
            alt=""
            width={aspectRatio === '2:3' ? 165 : 186}
            height={aspectRatio === '2:3' ? 248 : 186}
          />
        ))}
      </div>
      <p>
        <span>{prompt}</span>
        <b>{landingTexts.engine}</b>
      </p>
    </div>
  )
}

/** A card of the tree on the landing page. */
export type PlacedCard = CardPlace & {
  readonly name: string
  readonly parent: string | null
  readonly prompt: string
  readonly aspectRatio: '2:3' | '1:1'
}

/** A small tidy tree; every picture was painted by the built-in engine. */
export const groveCards: readonly PlacedCard[] = [
  {
    name: 'lake',
    parent: null,
    prompt: 'A still lake between pine hills, first light, mist on the water',
    aspectRatio: '2:3',
    x: 450,
    y: 0,
    isCollapsed: false,
  },
  {
    name: 'woodcut',
    parent: 'lake',
    prompt: 'Create a variation with a different artistic style: woodcut, black on cream',
    aspectRatio: '2:3',
    x: 0,
    y: 500,
    isCollapsed: false,
  },
  {
    name: 'autumn',
    parent: 'lake',
    prompt: 'The far shore in autumn, late sun between the trunks',
    aspectRatio: '1:1',
    x: 900,
    y: 500,
    isCollapsed: false,
  },
  {
    name: 'night',
    parent: 'woodcut',
    prompt: 'Out on the water: full moon, two small sails, deep blue',
    aspectRatio: '2:3',
    x: 0,
    y: 1_000,
    isCollapsed: false,
  },
  {
    name: 'flowers',
    parent: 'autumn',
    prompt: 'What grew on the shore, in a stoneware vase by the window',
    aspectRatio: '1:1',
    x: 900,
    y: 1_000,
    isCollapsed: false,
  },
]

/** The branches between them, as SVG paths. */
const groveBranches = groveCards.flatMap((child) => {
  const parent = groveCards.find((card) => card.name === child.parent)
  return parent ? [{ child: child.name, path: connectorPath(connector(cardRect(parent), cardRect(child))) }] : []
})
