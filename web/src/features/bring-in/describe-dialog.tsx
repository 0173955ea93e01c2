import { ScanText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { finishedImages } from '#domain/generation/status.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { imageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { bringInTexts } from './texts.ts'

const { describe: texts } = bringInTexts
const longest = 4_000

/** Changes the prompt of a brought-in card. Renders nothing while closed. */
export function DescribeDialog({ session }: { session: BoardSession }) {
  const cardId = useOverlay(session, 'describe')?.cardId ?? null
  const before = cardId === null ? undefined : session.board.facts.description(cardId)
  if (cardId === null || before === undefined) return null
  return <OpenDescribeDialog key={cardId} session={session} cardId={cardId} before={before} />
}

type OpenDescribeDialogProps = { session: BoardSession; cardId: string; before: string }

function OpenDescribeDialog({ session, cardId, before }: OpenDescribeDialogProps) {
  const [prompt, setPrompt] = useState(before)
  const close = () => session.overlays.close('describe')
  const trimmed = prompt.trim()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (trimmed === '') return
    editBoard(session.board, [{ kind: 'describe', generationId: cardId, prompt: trimmed }], texts.step)
    close()
  }
  const images = finishedImages(session.board.getGeneration(cardId)?.images ?? [])
  const image = images.find(({ id }) => id === imageInHand(session)?.imageId) ?? images[0]
  return (
    <Modal title={texts.title} returnTo=".canvas" onClose={close}>
      <form className="grid gap-4 px-6 max-sm:px-4 pt-2 pb-6" onSubmit={save}>
        <label className="grid gap-1.5 font-medium text-13">
          {texts.label}
          <textarea
            dir="auto"
            data-first-focus
            className="min-h-24 resize-y rounded-8 border border-line bg-transparent p-2.5 font-normal text-14"
            maxLength={longest}
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
          />
        </label>
        <div className="flex flex-wrap justify-end gap-2">
          {image && (
            <Button
              kind="line"
              onClick={() => session.overlays.open({ kind: 'describe-image', cardId, imageId: image.id })}
            >
              <ScanText aria-hidden="true" />
              {texts.image}
            </Button>
          )}
          <Button kind="solid" type="submit" disabled={trimmed === ''}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
