import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatTime } from '#domain/format.ts'
import { finishedImages } from '#domain/generation/status.ts'
import { cardRect } from '#domain/layout/card.ts'
import { inReadingOrder } from '#domain/layout/frame-content.ts'
import { maxProofs } from '#domain/sharing/round.ts'
import { shareScopeOf } from '#domain/sharing/share-scope.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { startRound } from '#web/data/rounds.ts'
import { sharesQuery } from '#web/data/shares.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { roundsTexts as texts } from './rounds-texts.ts'
import { shareTexts } from './texts.ts'

type Source = 'selected' | 'starred'

/** The finished images of cards in reading order: of all their images, or of those with a star. */
function imagesOf({ board }: BoardSession, cardIds: Iterable<string>, source: Source): string[] {
  const cards = [...cardIds].flatMap((id) => {
    const card = board.cards.get(id)
    return card ? [{ id, ...cardRect(card) }] : []
  })
  return inReadingOrder(cards).flatMap(({ id }) =>
    finishedImages(board.getGeneration(id)?.images ?? [])
      .filter(({ feedback }) => source === 'selected' || feedback.includes('star'))
      .map((image) => image.id),
  )
}

/** Starts a round of a link with the pictures of the selected cards, or those with a star. */
export function StartRound({ session, onDone }: { session: BoardSession; onDone(): void }) {
  const { projectId, cards } = session.board
  const { data: shares } = useQuery(sharesQuery(projectId))
  const selection = useStore(session.selection)
  const images = {
    selected: imagesOf(session, selection.cards, 'selected'),
    starred: imagesOf(session, cards.keys(), 'starred'),
  }
  const [chosenSource, setSource] = useState<Source | null>(null)
  const source = chosenSource ?? (images.selected.length > 0 ? 'selected' : 'starred')
  const [chosenLink, setLink] = useState<string | null>(null)
  const [until, setUntil] = useState('')
  const [isBusy, setBusy] = useState(false)
  const linkId = chosenLink ?? shares?.[0]?.id
  const imageIds = images[source].slice(0, maxProofs)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (linkId === undefined || imageIds.length === 0 || isBusy) return
    setBusy(true)
    try {
      const date = until === '' ? null : new Date(until).toISOString()
      await startRound(projectId, { id: linkId, imageIds, until: date })
      onDone()
    } catch (error) {
      setBusy(false)
      showToast({ kind: 'error', title: texts.notStarted, description: errorMessage(error, texts.tryAgain) })
    }
  }

  if (shares?.length === 0)
    return (
      <div className="grid gap-3 p-3 text-13">
        <p>{texts.noLinks}</p>
        <div>
          <Button kind="line" onClick={() => session.overlays.open({ kind: 'share', scope: { kind: 'project' } })}>
            {texts.makeLink}
          </Button>
        </div>
      </div>
    )
  return (
    <form
      className="grid gap-3 border-hairline border-b p-3"
      aria-label={texts.start}
      onSubmit={(event) => void submit(event)}
    >
      <SelectField
        label={texts.link}
        value={linkId ?? ''}
        options={(shares ?? []).map((share) => ({
          value: share.id,
          name: texts.linkName(shareTexts.scopes[shareScopeOf(share).kind], formatTime(share.createdAt)),
        }))}
        onChange={setLink}
      />
      <SelectField
        label={texts.pictures}
        value={source}
        options={[
          { value: 'selected', name: texts.selected(images.selected.length) },
          { value: 'starred', name: texts.starred(images.starred.length) },
        ]}
        onChange={(value) => setSource(value === 'selected' ? 'selected' : 'starred')}
      />
      {imageIds.length === 0 && <p className="text-12 text-muted">{texts.none}</p>}
      {images[source].length > maxProofs && <p className="text-12 text-muted">{texts.tooMany(maxProofs)}</p>}
      <Field
        label={texts.until}
        hint={texts.untilHint}
        type="datetime-local"
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button kind="solid" type="submit" busy={isBusy} disabled={imageIds.length === 0 || linkId === undefined}>
          {texts.go(imageIds.length)}
        </Button>
      </div>
    </form>
  )
}
