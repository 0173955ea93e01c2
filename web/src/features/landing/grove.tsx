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

/** A card of the tree on the landing page. */
export type PlacedCard = CardPlace & {
  readonly name: string
  readonly parent: string | null
  readonly prompt: string
  readonly settings: string
}

/** A small tidy tree; every picture was painted by the built-in engine. */
export const groveCards: readonly PlacedCard[] = [
  {
    name: 'lake',
    parent: null,
    prompt: 'A still lake between pine hills, first light, mist on the water',
    settings: '2:3 · 1K',
    x: 450,
    y: 0,
    isCollapsed: false,
  },
  {
    name: 'woodcut',
    parent: 'lake',
    prompt: 'Create a variation with a different artistic style: woodcut, black on cream',
    settings: '2:3 · 1K',
    x: 0,
    y: 500,
    isCollapsed: false,
  },
  {
    name: 'autumn',
    parent: 'lake',
    prompt: 'The far shore in autumn, late sun between the trunks',
    settings: '1:1 · 1K',
    x: 900,
    y: 500,
    isCollapsed: false,
  },
  {
    name: 'night',
    parent: 'woodcut',
    prompt: 'Out on the water: full moon, two small sails, deep blue',
    settings: '2:3 · 1K',
    x: 0,
    y: 1_000,
    isCollapsed: false,
  },
  {
    name: 'flowers',
    parent: 'autumn',
    prompt: 'What grew on the shore, in a stoneware vase by the window',
    settings: '1:1 · 1K',
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
