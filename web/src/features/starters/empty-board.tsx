import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import { type StarterName, starterNames } from '#domain/starters/starters.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { openStarter, trashQuery } from '#web/data/projects.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { rememberPage } from '#web/ui/remember-page.ts'
import { showToast } from '#web/ui/toast.ts'
import { starterCaptions, starterTexts } from './texts.ts'
import './empty-board.css'

const addresses = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })
const places = [1, 2, 3, 4] as const

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
  const trash = useQuery({ ...trashQuery(projectId), enabled: !wasPlanted })
  const isFresh = !wasPlanted && trash.data?.length === 0
  return (
    <section className="empty-board" aria-labelledby="empty-board-title">
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
  const navigate = useNavigate()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (starter: StarterName) => {
      const isHere = rememberPage()
      return { ...(await openStarter(starter)), isHere: isHere() }
    },
    onSuccess: ({ id, title, isHere }) => {
      showToast({ kind: 'success', title: starterTexts.opened, description: title })
      if (!isHere) return
      liveSession().handOver(id, { kind: 'whole' })
      void navigate({ to: '/project/$projectId', params: { projectId: id } })
    },
    onError: (error) =>
      showToast({ kind: 'error', title: starterTexts.failed, description: errorMessage(error, starterTexts.tryAgain) }),
  })
  return (
    <>
      <ul aria-label={starterTexts.list} className="starters">
        {starterNames.map((name) => (
          <li key={name}>
            <Starter
              name={name}
              state={isPending ? (variables === name ? 'opens' : 'waits') : 'ready'}
              onOpen={() => mutate(name)}
            />
          </li>
        ))}
      </ul>
      <p className="text-12 text-muted">{starterTexts.made}</p>
    </>
  )
}

type StarterProps = { name: StarterName; state: 'ready' | 'opens' | 'waits'; onOpen(): void }

function Starter({ name, state, onOpen }: StarterProps) {
  const { title, about } = starterCaptions[name]
  return (
    <button
      type="button"
      className="starter"
      aria-busy={state === 'opens' || undefined}
      disabled={state !== 'ready'}
      // The second press of a double click would open another copy.
      onClick={({ detail }) => detail < 2 && onOpen()}
    >
      <span className="starter-pictures" aria-hidden="true">
        {places.map((place) => (
          <img key={place} src={addresses[`./pictures/${name}-${place}.webp`]} alt="" draggable={false} />
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
