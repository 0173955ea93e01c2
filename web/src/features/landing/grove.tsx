import { groveBranches, groveCards } from './grove-cards.ts'
import './grove.css'

const pictures = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })
const places = [1, 2, 3, 4]

/** The picture behind the headline: a few cards and their branches, as the canvas draws them. Decoration, so it is silent. */
export function Grove() {
  return (
    <div className="grove" aria-hidden="true">
      <div className="grove-board">
        <svg className="grove-branches" aria-hidden="true">
          {groveBranches.map(({ child, path }) => (
            <path key={child} d={path} />
          ))}
        </svg>
        {groveCards.map(({ name, x, y, prompt, settings }) => (
          <div key={name} className="grove-card" style={{ left: x, top: y }}>
            <p>{prompt}</p>
            <div>
              {places.map((place) => (
                <img key={place} src={pictures[`./pictures/${name}-${place}.webp`]} alt="" />
              ))}
            </div>
            <p>
              <b>Sketch</b> {settings}
            </p>
          </div>
        ))}
      </div>
    </div>
  )
}
