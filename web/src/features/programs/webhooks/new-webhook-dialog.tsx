import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CreatedWebhookShape } from '#contract/webhook.ts'
import { type WebhookEvent, webhookEvents } from '#domain/webhooks/webhook-event.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { createWebhook } from '#web/data/programs.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { webhookTexts } from './texts.ts'

const texts = webhookTexts.form

type NewWebhookDialogProps = { onClose(): void; onCreated(created: CreatedWebhookShape): void }

/** The form for a new webhook: where events are sent, which, and of which project. */
export function NewWebhookDialog({ onClose, onCreated }: NewWebhookDialogProps) {
  const projects = useQuery(projectsQuery).data ?? []
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(webhookEvents))
  const [projectId, setProjectId] = useState('')
  const create = useMutation({
    mutationFn: () => createWebhook({ url, events: [...events], projectId: projectId === '' ? null : projectId }),
    onSuccess: onCreated,
  })
  const errors = fieldErrorsOf(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending && events.size > 0) create.mutate()
  }
  const turn = (event: WebhookEvent) => {
    const next = new Set(events)
    if (!next.delete(event)) next.add(event)
    setEvents(next)
  }
  return (
    <Modal
      title={texts.title}
      returnTo="[data-new-webhook], main h1"
      onClose={onClose}
      className="[--modal-width:560px]"
    >
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <div className="grid min-h-0 gap-5 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
          <Field
            label={texts.url}
            name="webhook-url"
            type="url"
            autoComplete="off"
            data-first-focus
            value={url}
            hint={texts.urlHint}
            error={errors.url ?? null}
            onChange={({ target }) => setUrl(target.value)}
          />
          <fieldset>
            <legend className="mb-2 font-medium text-13">{texts.events}</legend>
            <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-sm:grid-cols-1">
              {webhookEvents.map((event) => (
                <label key={event} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5">
                  <input
                    type="checkbox"
                    className="mt-0.5 size-4.5 accent-ink"
                    checked={events.has(event)}
                    onChange={() => turn(event)}
                  />
                  <span className="font-medium text-13">
                    {webhookTexts.events[event].name}
                    <span className="block font-normal text-12 text-muted">{webhookTexts.events[event].text}</span>
                  </span>
                </label>
              ))}
            </div>
            {events.size === 0 && (
              <p role="alert" className="mt-2 text-12 text-danger">
                {texts.noEvent}
              </p>
            )}
          </fieldset>
          <Choice label={texts.projects} value={projectId} onChange={setProjectId}>
            <option value="">{texts.allProjects}</option>
            {projects.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Choice>
          {create.error && !errors.url && (
            <p role="alert" className="text-13 text-danger">
              {texts.failed}: {errorMessage(create.error, webhookTexts.tryAgain)}
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
