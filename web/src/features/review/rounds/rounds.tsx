import { ListChecks, X } from 'lucide-react'
import { useState } from 'react'
import type { SharedProofShape, SharedRoundShape } from '#contract/sharing/round.ts'
import { formatTime } from '#domain/format.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { focusPanel } from '#web/ui/focus.ts'
import { Modal, ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { PageMark } from '#web/ui/page-mark.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { type Review, whenNamed } from '../review-state.ts'
import { ProofItem, ProofPicture } from './proof-item.tsx'
import { ownDecision, type Rounds, useRounds } from './rounds-state.ts'
import { roundTexts as texts } from './texts.ts'
import './rounds.css'

/** The rounds of a link: a bar that opens its proofs. Renders nothing while there are none. */
export function RoundsOfLink({ review }: { review: Review }) {
  const rounds = useRounds(review)
  const [isOpen, setOpen] = useState(false)
  const [newest] = rounds.value?.items ?? []
  if (!newest) return null
  return (
    <>
      <PageMark part="round-bar" />
      <section className="round-bar island" aria-label={texts.round(newest.number)}>
        <p className="min-w-0 flex-1">
          <span className="block font-semibold text-14">{texts.round(newest.number)}</span>
          <span className="block text-12 text-muted">{stateOf(rounds, newest)}</span>
        </p>
        <Button kind="solid" className="max-sm:h-11" data-rounds onClick={() => setOpen(true)}>
          <ListChecks aria-hidden="true" />
          {texts.open}
        </Button>
      </section>
      {isOpen && <ProofsDialog review={review} rounds={rounds} onClose={() => setOpen(false)} />}
    </>
  )
}

const countOwn = ({ proofs }: SharedRoundShape) => proofs.filter((proof) => ownDecision(proof) !== null).length

/** The state of a round in a few words. */
function stateOf({ value }: Rounds, round: SharedRoundShape): string {
  if (round.closedAt !== null) return texts.closedOn(formatTime(round.closedAt))
  if (!value?.canDecide) return texts.look(round.proofs.length)
  return texts.progress(countOwn(round), round.proofs.length)
}

type ProofsDialogProps = { review: Review; rounds: Rounds; onClose(): void }

/** The proofs of one round below each other, the newest round first. */
function ProofsDialog({ review, rounds, onClose }: ProofsDialogProps) {
  const items = rounds.value?.items ?? []
  const [chosen, setChosen] = useState(items[0]?.id)
  const round = items.find(({ id }) => id === chosen) ?? items[0]
  const [approving, setApproving] = useState<readonly SharedProofShape[]>([])
  if (!round) return null
  const canDecide = round.closedAt === null && rounds.value?.canDecide === true
  const waiting = round.proofs.filter((proof) => ownDecision(proof) === null)
  return (
    <Dialog.Root open returnTo="[data-rounds]" onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="fixed inset-0 z-dialog overflow-y-auto bg-ground outline-none"
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={focusPanel}
        >
          <header className="sticky top-0 z-surface flex min-h-14 items-center gap-2 border-hairline border-b bg-ground px-2 py-1.5">
            <IconButton label={texts.close} keys="Esc" onClick={onClose}>
              <X />
            </IconButton>
            <div className="min-w-0 flex-1">
              <Dialog.Title className="truncate font-semibold text-16/[20px]">{texts.round(round.number)}</Dialog.Title>
              <p className="truncate text-12/[16px] text-muted">{stateOf(rounds, round)}</p>
            </div>
            {canDecide && waiting.length > 1 && (
              <Button kind="line" className="max-sm:h-11" onClick={() => setApproving(waiting)}>
                {texts.approveAll(waiting.length)}
              </Button>
            )}
          </header>
          <div className="mx-auto grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-6 py-4 pb-[calc(32px+env(safe-area-inset-bottom))]">
            <div className="grid gap-3 px-4 text-13 empty:hidden">
              {items.length > 1 && (
                <SelectField
                  label={texts.which}
                  value={round.id}
                  options={items.map(({ id, number }) => ({ value: id, name: texts.round(number) }))}
                  onChange={setChosen}
                />
              )}
              {round.closedAt !== null && <p>{texts.closed}</p>}
              {round.closedAt === null && !rounds.value?.canDecide && <p>{texts.noGrant}</p>}
              {canDecide && round.until !== null && <p>{texts.until(formatTime(round.until))}</p>}
            </div>
            {round.proofs.map((proof) => (
              <ProofItem
                key={`${round.id} ${proof.number}`}
                review={review}
                rounds={rounds}
                round={round}
                proof={proof}
                onApprove={(asked) => setApproving([asked])}
                onLeave={onClose}
              />
            ))}
          </div>
          {approving.length > 0 && (
            <ApproveDialog
              review={review}
              rounds={rounds}
              round={round}
              proofs={approving}
              onClose={() => setApproving([])}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ApproveDialogProps = {
  review: Review
  rounds: Rounds
  round: SharedRoundShape
  proofs: readonly SharedProofShape[]
  onClose(): void
}

/** Shows numbers and pictures of what is about to be approved. */
function ApproveDialog({ review, rounds, round, proofs, onClose }: ApproveDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [first] = proofs
  if (!first) return null
  const isOne = proofs.length === 1
  const approve = () =>
    whenNamed(review, async () => {
      setBusy(true)
      for (const { number } of proofs) {
        const isSent = await rounds.decide(round.number, number, { decision: 'approve', words: null })
        if (!isSent) break
      }
      onClose()
    })
  return (
    <Modal
      title={isOne ? texts.confirm(first.number) : texts.confirmAll(proofs.length)}
      returnTo=".proof"
      onClose={onClose}
    >
      <div className="grid gap-4 overflow-y-auto px-6 pb-6 max-sm:px-4">
        {isOne ? (
          <ProofPicture review={review} proof={first} />
        ) : (
          <ol className="grid grid-cols-3 gap-2">
            {proofs.map((proof) => (
              <li key={proof.number} className="grid gap-1 text-center text-12">
                <ProofPicture review={review} proof={proof} />
                {texts.proof(proof.number)}
              </li>
            ))}
          </ol>
        )}
        <p className="text-muted">{texts.confirmText}</p>
      </div>
      <ModalFooter>
        <ModalActions
          cancel={texts.cancel}
          onCancel={onClose}
          submit={isOne ? texts.approveProof(first.number) : texts.approve}
          isBusy={isBusy}
          onSubmit={approve}
        />
      </ModalFooter>
    </Modal>
  )
}
