import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { PurseShape } from '#contract/purse.ts'
import { longestPurseName } from '#domain/purses/purse.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { makePurseToken } from '#web/data/purses.ts'
import { type ClientName, clientNames, instructionsFor } from '#web/features/programs/client-instructions.ts'
import { CopiedCode } from '#web/features/programs/copied-code.tsx'
import { SecretModal } from '#web/features/programs/secret-modal.tsx'
import { programTexts } from '#web/features/programs/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { purseTexts } from './texts.ts'

const texts = purseTexts.token

/** Makes the token of a ring. Its secret is shown by the caller: the purse is another one as soon as it has a token. */
export function PurseToken({ purse, onMade }: { purse: PurseShape; onMade(secret: string): void }) {
  const [name, setName] = useState<string>(purseTexts.defaultProgram)
  const make = useMutation({
    mutationFn: () => makePurseToken(purse.id, name),
    onSuccess: ({ secret }) => onMade(secret),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !make.isPending) make.mutate()
  }
  const isAgain = purse.token !== null
  const form = (
    <form className="grid gap-2" onSubmit={submit}>
      <p className="text-12 text-muted">{isAgain ? purseTexts.connectAgainText : purseTexts.connectText}</p>
      <Field
        label={purseTexts.programName}
        name="program-name"
        autoComplete="off"
        maxLength={longestPurseName}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {make.error && (
        <p role="alert" className="text-13 text-danger">
          {errorMessage(make.error, purseTexts.tryLater)}
        </p>
      )}
      <div>
        <Button kind={isAgain ? 'line' : 'solid'} size="small" type="submit" busy={make.isPending}>
          {make.isPending ? purseTexts.making : purseTexts.makeToken}
        </Button>
      </div>
    </form>
  )
  if (isAgain)
    return (
      <details className="purse-connect">
        <summary>
          {purseTexts.connectAgain} <ChevronDown aria-hidden="true" />
        </summary>
        {form}
      </details>
    )
  return (
    <section className="purse-connect" aria-label={purseTexts.connect}>
      <p className="font-medium text-13">{purseTexts.connect}</p>
      {form}
    </section>
  )
}

/** The secret, once, with how a client is connected. Closes by its button alone, so that no slip loses it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const [client, setClient] = useState<ClientName>('Claude Code')
  const steps = instructionsFor(client, { address: `${location.origin}/mcp`, token: secret })
  return (
    <SecretModal
      secret={secret}
      texts={{ ...texts, copied: programTexts.created.copied }}
      label={texts.secret}
      returnTo=".purse-panel"
      footer={
        <Button kind="solid" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <Choice label={texts.client} value={client} onChange={(chosen) => setClient(chosen as ClientName)}>
        {clientNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Choice>
      {steps.map(({ title, note, code }) => (
        <section key={title} aria-label={title}>
          <p className="text-13">
            {title} {note && <span className="text-muted">{note}</span>}
          </p>
          <CopiedCode code={code} label={texts.copyCode(title)} />
        </section>
      ))}
    </SecretModal>
  )
}
