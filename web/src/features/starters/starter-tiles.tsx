import { type StarterName, starterNames } from '#domain/starters/starters.ts'
import { Spinner } from '#web/ui/button.tsx'
import { tileGrid } from '#web/ui/tile-grid.ts'
import { starterPictures } from './starter-pictures.ts'
import { starterCaptions, starterTexts } from './texts.ts'
import { useOpenStarter } from './use-open-starter.ts'
import './starter-tiles.css'

/** The starters as covers, for a person without a board. */
export function StarterTiles() {
  const { stateOf, open } = useOpenStarter()
  return (
    <section aria-labelledby="starter-tiles-title">
      <h2 id="starter-tiles-title" className="mb-3 font-semibold text-16">
        {starterTexts.orOpen}
      </h2>
      <ul className={tileGrid}>
        {starterNames.map((name) => {
          const { title, about } = starterCaptions[name]
          const state = stateOf(name)
          return (
            <li key={name}>
              <button
                type="button"
                className="starter-tile block w-full rounded-12 text-left"
                aria-busy={state === 'opens' || undefined}
                disabled={state !== 'ready'}
                // The second press of a double click would open another copy.
                onClick={({ detail }) => detail < 2 && open(name)}
              >
                <StarterCover name={name} />
                <span className="mt-2 flex items-center gap-2 font-medium text-13">
                  {title}
                  {state === 'opens' && <Spinner />}
                </span>
                <span className="block text-12 text-muted">{about}</span>
                <span className="sr-only">{starterTexts.open}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="mt-5 text-12 text-muted">{starterTexts.made}</p>
    </section>
  )
}

/** The first card tall, its branches beside it. */
const StarterCover = ({ name }: { name: StarterName }) => (
  <span
    className="starter-cover grid aspect-236/148 grid-cols-[98fr_69fr_69fr] grid-rows-[minmax(0,1fr)_minmax(0,1fr)] gap-0.5 overflow-hidden rounded-12 bg-well"
    aria-hidden="true"
  >
    {starterPictures(name).map((address) => (
      <img
        className="size-full object-cover first:row-span-full last:col-[2_/_-1]"
        key={address}
        src={address}
        alt=""
        loading="lazy"
        draggable={false}
      />
    ))}
  </span>
)
