import { CopyCheck, Star } from 'lucide-react'
import { useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { operationTitle } from '#domain/edit/operation.ts'
import { formatPrice } from '#domain/format.ts'
import { finishedImages, hasEnded } from '#domain/generation/status.ts'
import { requestGeneration } from '#web/data/generations.ts'
import { useGo } from '#web/features/compose/use-go.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { Segments } from '../controls.tsx'
import { executorName } from '../editor-panel.tsx'
import { editorTexts } from '../texts.ts'
import { failureOf } from '../use-run.ts'

/** The words that a person wrote for an edit; the prompt of one without words is the name of its operation. */
export const wordsOf = ({ prompt, edit }: GenerationShape) =>
  edit && prompt === operationTitle[edit.operation] ? '' : prompt

/** The same edit on another image of the card. */
export type Sibling = { readonly id: string; readonly place: number }

type SiblingsProps = {
  parent: GenerationShape
  source: ImageShape
  made: GenerationShape
  siblings: readonly Sibling[]
  /** The place of the shown one; 0: the edit itself. */
  at: number
  onShow(index: number): void
  onAsked(siblings: readonly Sibling[]): void
}

type Asked = { readonly siblings: readonly Sibling[]; readonly at: number }
const nothingAsked: Asked = { siblings: [], at: 0 }

/**
 * The siblings of the results that are shown, and which of them is: those of earlier results are not theirs.
 * @param resultsId null: there are no results.
 */
export function useSiblings(resultsId: string | null) {
  const [asked, setAsked] = useState<Readonly<Record<string, Asked>>>({})
  const change = (part: Partial<Asked>) =>
    resultsId !== null && setAsked((now) => ({ ...now, [resultsId]: { ...(now[resultsId] ?? nothingAsked), ...part } }))
  return {
    ...((resultsId !== null && asked[resultsId]) || nothingAsked),
    onAsked: (siblings: readonly Sibling[]) => change({ siblings }),
    onShow: (at: number) => change({ at }),
  }
}

/** Offers the same edit on the other images of the card, with its price; then leads through what came of it. */
export function OnSiblings({ parent, source, made, siblings, at, onShow, onAsked }: SiblingsProps) {
  const others = finishedImages(parent.images).filter(
    ({ id, width, height }) => id !== source.id && width === source.width && height === source.height,
  )
  const { edit, executor } = made
  const price = made.price * others.length

  const { isBusy, go } = useGo({
    reason: null,
    state: 'ready',
    failed: { title: editorTexts.failed, fallback: editorTexts.tryAgain },
    async send() {
      const asked: Sibling[] = []
      try {
        for (const image of others) {
          const generation = await requestGeneration({
            projectId: made.projectId,
            prompt: wordsOf(made),
            parentGenerationId: parent.id,
            parentImageId: image.id,
            branchKind: 'edit',
            count: made.images.length,
            ...(made.model && { model: made.model }),
            edit,
          })
          asked.push({ id: generation.id, place: image.orderNum + 1 })
        }
      } finally {
        // Those before a refused one are being made.
        onAsked(asked)
        if (asked.length > 0) announce(editorTexts.sent(executorName(executor ?? '')))
      }
    },
  })

  if (!edit || others.length === 0) return null
  if (siblings.length > 0)
    return (
      <Segments
        label={editorTexts.results}
        className="edit-sibling-places"
        value={String(at)}
        values={[
          { value: '0', text: editorTexts.judge(source.orderNum + 1) },
          ...siblings.map(({ place }, index) => ({ value: String(index + 1), text: editorTexts.judge(place) })),
        ]}
        onChange={(value) => onShow(Number(value))}
      />
    )
  return (
    <button
      type="button"
      className="edit-same mx-5 mb-5 flex items-start gap-3 rounded-12 p-3 text-left inset-ring inset-ring-line [&_small]:whitespace-normal"
      disabled={isBusy}
      onClick={go}
    >
      <CopyCheck className="w-4 flex-none" aria-hidden="true" />
      <span>
        <b>{editorTexts.siblings(others.map(({ orderNum }) => orderNum + 1))}</b>
        <small>{editorTexts.siblingsWhy}</small>
      </span>
      <span className="edit-price tabular-nums">{price === 0 ? editorTexts.free : formatPrice(price)}</span>
    </button>
  )
}

type VerdictProps = { made: GenerationShape; hasResult: boolean; onJudge(verdict: 'accept' | 'reject'): void }

/** Accepts or rejects what was made of a sibling; says how far it is where nothing is there yet, and why it failed. */
export function Verdict({ made, hasResult, onJudge }: VerdictProps) {
  return (
    <>
      {hasResult ? (
        <Button kind="solid" onClick={() => onJudge('accept')} data-tooltip-keys="Enter">
          <Star aria-hidden="true" />
          {editorTexts.accept}
        </Button>
      ) : (
        <p role="status" className="max-w-[320px] self-center text-13/4.5 text-muted">
          {failureOf(made) ?? editorTexts.sent(executorName(made.executor ?? ''))}
        </p>
      )}
      {canReject(made) && (
        <Button kind="line" onClick={() => onJudge('reject')} data-tooltip-keys="Delete">
          {editorTexts.reject}
        </Button>
      )}
    </>
  )
}

/** Whether a card can be taken away: not while all of its images are still being made. */
export const canReject = ({ images }: GenerationShape) => images.some(({ status }) => hasEnded(status))
