import type { ReactNode } from 'react'
import { textDifference } from '#domain/lineage/text-difference.ts'
import { PromptPieces } from '../prompt-pieces.tsx'
import { compareTexts } from './compare-texts.ts'
import type { ComparedPicture } from './compared-picture.ts'

type CompareFactsProps = {
  pictures: readonly ComparedPicture[]
  /** What one says for a picture, beside its letter. */
  vote(picture: ComparedPicture, letter: string): ReactNode
}

/** What each picture was made with; what is not the same in all of them is marked. Here the winner is picked. */
export function CompareFacts({ pictures, vote }: CompareFactsProps) {
  const [first] = pictures
  const differs = (place: number) => new Set(pictures.map(({ facts }) => facts[place]?.value)).size > 1
  return (
    <aside className="compare-facts" aria-label={compareTexts.settings}>
      {pictures.map((picture, at) => {
        const letter = compareTexts.letter(at)
        return (
          <section key={picture.id} aria-label={letter}>
            <header>
              <span className="compare-letter-inline">{letter}</span>
              {vote(picture, letter)}
            </header>
            {picture.prompt !== null && <PromptPieces pieces={textDifference(first?.prompt ?? '', picture.prompt)} />}
            <dl>
              {picture.facts.map(({ name, value }, place) => (
                <div key={name} data-differs={differs(place) || undefined}>
                  <dt>{name}</dt>
                  <dd>
                    {value}
                    {differs(place) && <span className="sr-only">, {compareTexts.differs}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </aside>
  )
}
