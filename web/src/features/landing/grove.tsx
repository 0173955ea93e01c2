import type { ReactNode, Ref } from 'react'
import { GroveCard } from './grove-card.tsx'
import { groveBranches, groveCards } from './grove-cards.ts'
import './grove.css'

type GroveProps = {
  /** Takes the element that holds the cards. */
  boardRef?: Ref<HTMLDivElement>
  /** The same cards on the product's own canvas; they take the place of those that stand still. */
  live?: ReactNode
}

/** The picture behind the headline: a few cards and their branches, as the canvas draws them. Decoration, so it is silent. */
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
