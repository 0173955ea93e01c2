import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type StarterName, starterNames } from '#domain/starters/starters.ts'
import { hasTrashQuery } from '#web/data/projects.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { starterPictures } from './starter-pictures.ts'
import { starterCaptions, starterTexts } from './texts.ts'
import { type StarterState, useOpenStarter } from './use-open-starter.ts'
import './empty-board.css'

type EmptyBoardProps = {
  projectId: string
  /** The board had a card since it was opened. */
  wasPlanted: boolean
  /** Opens the file dialog for pictures that are brought in. */
  onChoosePictures(): void
}

/**
 * Shown instead of cards, above the prompt bar: boards that open as a copy, and the other ways to a first card. A board that had a
 * card offers no other boards any more.
 */
export function EmptyBoard({ projectId, wasPlanted, onChoosePictures }: EmptyBoardProps) {
  const hasTrash = useQuery({ ...hasTrashQuery(projectId), enabled: !wasPlanted })
  const isFresh = !wasPlanted && hasTrash.data === false
  return (
    <section
      className="empty-board pointer-events-none absolute grid justify-items-center gap-2 overflow-y-auto px-4 py-3 text-center max-sm:justify-items-start max-sm:pb-7 max-sm:text-left sm:px-[72px]"
      aria-labelledby="empty-board-title"
    >
      <h2 id="empty-board-title" className="display">
        {starterTexts.title}
      </h2>
      <p className="max-w-[46ch] text-balance text-muted">{isFresh ? starterTexts.text : starterTexts.plainText}</p>
      {isFresh && <Starters />}
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-muted">
        <ImagePlus aria-hidden="true" className="size-4" />
        {starterTexts.drop}
        <Button kind="line" size="small" onClick={onChoosePictures}>
          {starterTexts.choose}
        </Button>
      </p>
    </section>
  )
}

/** The boards that open as a copy with one press. */
function Starters() {
  const { stateOf, open } = useOpenStarter()
  return (
    <>
      <ul
        aria-label={starterTexts.list}
        className="starters mt-5 mb-2 grid w-[min(890px,100%)] grid-cols-3 gap-3 max-tablet:mt-3 max-tablet:grid-cols-2 max-tablet:gap-2 max-sm:mt-3 max-sm:grid-cols-[1fr] max-sm:gap-2"
      >
        {starterNames.map((name) => (
          <li key={name}>
            <Starter name={name} state={stateOf(name)} onOpen={() => open(name)} />
          </li>
        ))}
      </ul>
      <p className="text-12 text-muted">{starterTexts.made}</p>
    </>
  )
}

type StarterProps = { name: StarterName; state: StarterState; onOpen(): void }

function Starter({ name, state, onOpen }: StarterProps) {
  const { title, about } = starterCaptions[name]
  return (
    <button
      type="button"
      className="starter flex size-full items-center gap-5 rounded-20 bg-panel px-4 py-3 inset-ring inset-ring-hairline hover:not-disabled:bg-raised max-tablet:py-2 max-sm:gap-4 max-sm:p-2"
      aria-busy={state === 'opens' || undefined}
      disabled={state !== 'ready'}
      // The second press of a double click would open another copy.
      onClick={({ detail }) => detail < 2 && onOpen()}
    >
      <span
        className="grid flex-none grid-cols-[repeat(3,34px)] justify-items-center gap-x-1 gap-y-3 max-tablet:gap-y-2 max-sm:grid-cols-[76px_repeat(3,34px)]"
        aria-hidden="true"
      >
        {starterPictures(name).map((address) => (
          <img
            className="h-12.5 w-8.5 rounded-6 object-cover first:col-span-full first:size-[92px] first:rounded-8 max-tablet:first:size-[76px] max-sm:h-[76px] max-sm:first:col-[auto] max-sm:first:h-[76px] max-sm:first:w-[76px]"
            key={address}
            src={address}
            alt=""
            draggable={false}
          />
        ))}
      </span>
      <span className="grid min-w-0 gap-1 text-left">
        <span className="flex items-center gap-2 font-semibold text-14">
          {title}
          {state === 'opens' && <Spinner />}
        </span>
        <span className="text-12 text-muted">{about}</span>
        <span className="sr-only">{starterTexts.open}</span>
      </span>
    </button>
  )
}
