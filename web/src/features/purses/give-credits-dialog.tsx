import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { parseCredits } from '#domain/credits/parse-credits.ts'
import { maxPurseNameLength } from '#domain/purses/purse.ts'
import { recordStep } from '#web/data/board/edit-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { createPurse } from '#web/data/purses.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { Field } from '#web/ui/field.tsx'
import { Modal, ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { purseTexts } from './texts.ts'

const texts = purseTexts.give

/** Asks how much an agent may spend in the area that was drawn, then shows its ring and its panel. */
export function GiveCreditsDialog({ session }: { session: BoardSession }) {
  const giving = useOverlay(session, 'give-credits')
  const [name, setName] = useState(giving?.name ?? texts.defaultName)
  const [credits, setCredits] = useState('50')
  const [isSent, setSent] = useState(false)
  const close = () => session.overlays.close('give-credits')
  const create = useMutation({
    mutationFn: createPurse,
    onSuccess({ id: purseId, name }) {
      recordStep(session.board, {
        label: purseTexts.made(name),
        redo: [{ kind: 'restore-purse', purseId }],
        undo: [{ kind: 'remove-purse', purseId }],
      })
      close()
      session.overlays.open({ kind: 'purse', purseId })
    },
  })
  const most = parseCredits(credits)
  const words = [...name.trim()].slice(0, maxPurseNameLength).join('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!giving || most === null || words === '' || create.isPending) return
    const { x, y, width, height } = giving.area
    create.mutate({ id: session.board.projectId, name: words, x, y, width, height, most })
  }
  return (
    <Modal title={texts.title} returnTo=".canvas" onClose={close} className="[--modal-width:440px]">
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <div className="grid min-h-0 gap-5 overflow-y-auto px-6 pt-1 pb-6 max-sm:px-4">
          <p className="text-13 text-muted">{texts.text}</p>
          <Field
            label={texts.name}
            name="purse-name"
            autoComplete="off"
            maxLength={maxPurseNameLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Field
            label={texts.credits}
            name="purse-credits"
            inputMode="decimal"
            autoComplete="off"
            data-first-focus
            value={credits}
            hint={texts.hint}
            error={isSent && most === null ? texts.invalid : null}
            end={<span className="pr-3 text-12 text-muted">{texts.unit}</span>}
            onChange={({ target }) => setCredits(target.value)}
          />
        </div>
        <ModalFooter
          error={create.error ? `${texts.failed}: ${errorMessage(create.error, purseTexts.tryLater)}` : null}
        >
          <ModalActions
            cancel={texts.cancel}
            onCancel={close}
            submit={create.isPending ? texts.busy : texts.submit}
            isBusy={create.isPending}
          />
        </ModalFooter>
      </form>
    </Modal>
  )
}
