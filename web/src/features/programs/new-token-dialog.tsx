import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CreatedTokenShape } from '#contract/api-token.ts'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import { useCredits } from '#web/data/credits.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { createApiToken } from '#web/data/programs.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { programTexts, scopeOrder } from './texts.ts'
import { CapFields, ScopeChoice, useCap } from './token-form.tsx'

const texts = programTexts.form
const dayMs = 86_400_000

type NewTokenDialogProps = { onClose(): void; onCreated(created: CreatedTokenShape): void }

/** The form for a new token: what it may do, where, how much it may spend, and when it ends. */
export function NewTokenDialog({ onClose, onCreated }: NewTokenDialogProps) {
  const projects = useQuery(projectsQuery).data ?? []
  const hasCredits = useCredits() !== null
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<TokenScope>>(new Set<TokenScope>(['read', 'generate']))
  const [projectId, setProjectId] = useState('')
  const [days, setDays] = useState('90')
  const { cap, setCap, budget, error: capError, send } = useCap({ credits: '100', per: 'month' })
  const mayHaveCap = hasCredits && scopes.has('generate')
  const create = useMutation({
    mutationFn: () =>
      createApiToken({
        name,
        scopes: [...scopes],
        projectId: projectId === '' ? null : projectId,
        budget: mayHaveCap && budget !== 'wrong' ? budget : null,
        expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
      }),
    onSuccess: onCreated,
  })
  const errors = fieldErrorsOf(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
    if (create.isPending || scopes.size === 0 || (mayHaveCap && budget === 'wrong')) return
    create.mutate()
  }
  return (
    <Modal title={texts.title} returnTo="[data-new-token], main h1" onClose={onClose} className="[--modal-width:560px]">
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <div className="grid min-h-0 gap-5 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
          <Field
            label={texts.name}
            name="token-name"
            autoComplete="off"
            maxLength={60}
            data-first-focus
            value={name}
            hint={texts.nameHint}
            error={errors.name ?? null}
            onChange={({ target }) => setName(target.value)}
          />
          <ScopeChoice offered={scopeOrder} chosen={scopes} onChange={setScopes} />
          <div className="grid grid-cols-2 gap-3">
            <Choice label={texts.projects} value={projectId} onChange={setProjectId}>
              <option value="">{programTexts.allProjects}</option>
              {projects.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Choice>
            <Choice label={texts.ends} value={days} onChange={setDays}>
              {programTexts.ends.map((end) => (
                <option key={end.text} value={end.days ?? ''}>
                  {end.text}
                </option>
              ))}
            </Choice>
          </div>
          {hasCredits && <CapFields cap={cap} onChange={setCap} error={capError} disabled={!mayHaveCap} />}
          {create.error && (
            <p role="alert" className="text-13 text-danger">
              {texts.failed}: {errorMessage(create.error, programTexts.tryAgain)}
            </p>
          )}
        </div>
        <footer className="flex justify-end gap-2 border-hairline border-t px-6 py-4 max-sm:px-4">
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="solid" type="submit" busy={create.isPending}>
            {create.isPending ? texts.busy : texts.submit}
          </Button>
        </footer>
      </form>
    </Modal>
  )
}
