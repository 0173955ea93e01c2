import type { CreatedTokenShape } from '#contract/api-token.ts'
import { formatCount, formatDate } from '#domain/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SecretModal } from './secret-modal.tsx'
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
    <SecretModal
      secret={secret}
      texts={texts}
      label={texts.token}
      returnTo="[data-new-token], main h1"
      footer={
        <>
          <Button kind="line" onClick={onConnect}>
            {texts.connect}
          </Button>
          <Button kind="solid" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] text-13">
        {rows.map(([name, value]) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid border-hairline border-t py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </SecretModal>
  )
}
