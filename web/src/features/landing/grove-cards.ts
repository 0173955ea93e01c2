import { type CardPlace, cardRect } from '#domain/layout/card.ts'
import { connector, connectorPath } from '#domain/layout/connector.ts'

/** A card of the tree on the landing page. */
export type GroveCard = CardPlace & {
  readonly name: string
  readonly parent: string | null
  readonly prompt: string
  readonly settings: string
}

/** A small tidy tree; every picture was painted by the built-in engine. */
export const groveCards: readonly GroveCard[] = [
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
export const groveBranches = groveCards.flatMap((child) => {
  const parent = groveCards.find((card) => card.name === child.parent)
  return parent ? [{ child: child.name, path: connectorPath(connector(cardRect(parent), cardRect(child))) }] : []
})
