import { Check, Columns2, MessageSquarePlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SharedProofShape, SharedRoundShape } from '#contract/sharing/round.ts'
import { formatTime } from '#domain/format.ts'
import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PromptPieces } from '#web/viewing/prompt-pieces.tsx'
import { lookAt, type Review, whenNamed } from '../review-state.ts'
import { findChange } from './proof-changes.ts'
import { ownDecision, type Rounds } from './rounds-state.ts'
import { roundTexts as texts } from './texts.ts'

const maxWords = 1_000

type ProofItemProps = {
  review: Review
  rounds: Rounds
  round: SharedRoundShape
  proof: SharedProofShape
  /** Asks for a confirmation of the approval. */
  onApprove(proof: SharedProofShape): void
  /** Leaves the proofs for the picture itself. */
  onLeave(): void
}

/** A numbered proof with its picture, what was decided, and what this reviewer can do. */
export function ProofItem({ review, rounds, round, proof, onApprove, onLeave }: ProofItemProps) {
  const { number, state, decisions } = proof
  const [isAsking, setAsking] = useState(false)
  const own = ownDecision(proof)
  const canDecide = round.closedAt === null && rounds.value?.canDecide === true
  return (
    <article className="proof grid gap-3 border-hairline border-b pb-6" aria-labelledby={`proof-${number}`}>
      <header className="flex items-baseline justify-between gap-3 px-4">
        <h3 id={`proof-${number}`} className="font-semibold text-16">
          {texts.proof(number)}
        </h3>
        <p className="text-13 text-muted" data-state={state}>
          {state === 'approved' && <Check aria-hidden="true" className="-mt-0.5 mr-1 inline size-4" />}
          {texts.states[state]}
        </p>
      </header>
      <ProofPicture review={review} proof={proof} />
      <div className="grid gap-3 px-4">
        {decisions.length > 0 && (
          <ul className="grid gap-1 text-13">
            {decisions.map(({ author, decision, words, decidedAt, isYours }) => (
              <li key={`${author} ${decidedAt}`} className="[overflow-wrap:anywhere]">
                <span dir="auto" className="font-medium">
                  {isYours ? texts.you : author}
                </span>{' '}
                {texts.decided(decision)},{' '}
                <time dateTime={decidedAt} className="text-muted tabular-nums">
                  {formatTime(decidedAt)}
                </time>
                {words !== null && (
                  <span className="block whitespace-pre-wrap" dir="auto">
                    {words}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        <Since review={review} rounds={rounds} round={round} proof={proof} />
        {canDecide && isAsking && (
          <AskForm
            review={review}
            proof={proof}
            onLeave={onLeave}
            onCancel={() => setAsking(false)}
            onSend={async (words) => {
              const isSent = await rounds.decide(round.number, number, { decision: 'changes', words })
              if (isSent) setAsking(false)
            }}
          />
        )}
        {canDecide && !isAsking && (
          <div className="flex flex-wrap gap-2">
            {own?.decision !== 'approve' && (
              <Button
                kind="solid"
                className="max-sm:h-11 max-sm:flex-1"
                aria-label={texts.approveProof(number)}
                onClick={() => onApprove(proof)}
              >
                {texts.approve}
              </Button>
            )}
            <Button
              kind="line"
              className="max-sm:h-11 max-sm:flex-1"
              aria-label={texts.askFor(number)}
              onClick={() => setAsking(true)}
            >
              {texts.ask}
            </Button>
            {own && (
              <Button
                kind="quiet"
                className="max-sm:h-11"
                aria-label={texts.takeBackLabel(own.decision, number)}
                onClick={() => void rounds.withdraw(round.number, number)}
              >
                {texts.takeBack}
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  )
}

/** The picture of a proof, as wide as its column. */
export function ProofPicture({ review, proof }: { review: Review; proof: SharedProofShape }) {
  const { imageId, width, height, averageColor, number } = proof
  if (width === null || height === null) return <p className="px-4 text-13 text-muted">{texts.missing}</p>
  const address = (size: 512 | 1_536) => sharedImageAddress(review.id, imageId, size)
  return (
    <img
      src={address(512)}
      srcSet={`${address(512)} 512w, ${address(1_536)} 1536w`}
      sizes="(max-width: 640px) 100vw, 640px"
      alt={texts.picture(number)}
      loading="lazy"
      width={width}
      height={height}
      className="mx-auto h-auto max-h-[80dvh] w-full object-contain"
      style={{ backgroundColor: averageColor ?? 'var(--raised)' }}
    />
  )
}

type SinceProps = Pick<ProofItemProps, 'review' | 'rounds' | 'round' | 'proof'>

/** What changed since the round before: words as a difference, the pictures beside each other or one over the other. */
function Since({ review, rounds, round, proof }: SinceProps) {
  const shown = useStore(review.shown)
  const change = findChange(shown, { rounds: rounds.value?.items ?? [], round, proof })
  if (!change) return null
  return (
    <section className="grid gap-2 rounded-8 bg-raised p-3 text-13" aria-label={texts.since(change.round)}>
      <h4 className="text-12 text-muted">{texts.since(change.round)}</h4>
      {change.isSame && <p>{texts.same}</p>}
      {change.words && <PromptPieces pieces={change.words} />}
      {change.isComparable && (
        <div>
          <Button kind="line" size="small" onClick={() => review.compared.set([change.imageId, proof.imageId])}>
            <Columns2 aria-hidden="true" />
            {texts.compare(change.round)}
          </Button>
        </div>
      )}
    </section>
  )
}

type AskFormProps = {
  review: Review
  proof: SharedProofShape
  onLeave(): void
  onCancel(): void
  onSend(words: string | null): Promise<void>
}

/** Asks for changes with words; a spot is pointed at by a comment on the picture. */
function AskForm({ review, proof, onLeave, onCancel, onSend }: AskFormProps) {
  const [words, setWords] = useState('')
  const [isSending, setSending] = useState(false)
  const { pictures } = useStore(review.shown)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    whenNamed(review, async () => {
      setSending(true)
      await onSend(words.trim() === '' ? null : words.trim())
      setSending(false)
    })
  }
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <TextField
        label={texts.words}
        rows={3}
        maxLength={maxWords}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {pictures.has(proof.imageId) && (
          <Button
            kind="quiet"
            className="mr-auto max-sm:h-11"
            onClick={() => {
              onLeave()
              lookAt(review, proof.imageId)
            }}
          >
            <MessageSquarePlus aria-hidden="true" />
            {texts.point}
          </Button>
        )}
        <Button kind="quiet" className="max-sm:h-11" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button kind="solid" className="max-sm:h-11" type="submit" busy={isSending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
