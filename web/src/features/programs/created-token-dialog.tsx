import { Copy } from 'lucide-react'
import type { CreatedTokenShape } from '#contract/api-token.ts'
import { formatCount, formatDate } from '#domain/format.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { programTexts, scopesText } from './texts.ts'

const texts = programTexts.created

type CreatedTokenDialogProps = {
  created: CreatedTokenShape
  /** Where it may act, in words. */
  place: string
  onConnect(): void
  onClose(): void
}

/** Shows the secret of a new token, once. Closes by its buttons alone, so that no slip loses it. */
export function CreatedTokenDialog({ created: { token, secret }, place, onConnect, onClose }: CreatedTokenDialogProps) {
  const { budget, expiresAt, scopes } = token
  const cap = budget
    ? `${formatCount(budget.credits)} ${programTexts.form.credits} ${budget.per === 'month' ? 'a month' : 'in total'}`
    : scopes.includes('generate')
      ? programTexts.noCap
      : programTexts.spendsNothing
  const rows = [
    [texts.rows.name, token.name],
    [texts.rows.may, scopesText(scopes)],
    [texts.rows.in, place],
    [texts.rows.cap, cap],
    [texts.rows.ends, expiresAt === null ? texts.noEnd : formatDate(expiresAt)],
  ] as const
  return (
    <Modal
      title={texts.title}
      returnTo="[data-new-token], main h1"
      // Escape and a press outside do nothing here.
      onClose={() => undefined}
      className="[--modal-width:560px]"
      header={
        <header className="px-6 pt-5 max-sm:px-4">
          <Dialog.Title className="font-semibold text-16">{texts.title}</Dialog.Title>
          <p className="mt-0.5 text-muted">{texts.text}</p>
        </header>
      }
    >
      <div className="min-h-0 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
        <div className="mb-5 flex items-center gap-3 rounded-12 bg-raised py-3 pr-3 pl-4">
          <section aria-label={texts.token} className="min-w-0 flex-1 font-mono text-13 [overflow-wrap:anywhere]">
            <code>{secret}</code>
          </section>
          <Button kind="solid" data-first-focus onClick={() => void copyText(secret, texts.copied)}>
            <Copy aria-hidden="true" /> {texts.copy}
          </Button>
        </div>
        <dl className="grid grid-cols-[96px_minmax(0,1fr)] text-13">
          {rows.map(([name, value]) => (
            <div key={name} className="col-span-full grid grid-cols-subgrid border-hairline border-t py-2">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <footer className="flex justify-end gap-2 border-hairline border-t px-6 py-4 max-sm:px-4">
        <Button kind="line" onClick={onConnect}>
          {texts.connect}
        </Button>
        <Button kind="solid" onClick={onClose}>
          {texts.done}
        </Button>
      </footer>
    </Modal>
  )
}
