import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Ellipsis } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { CreatedWebhookShape, DeliveryShape, WebhookShape } from '#contract/programs/webhook.ts'
import { formatTime } from '#domain/format.ts'
import { type WebhookEvent, webhookEvents } from '#domain/webhooks/webhook-event.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import {
  createWebhook,
  deliveriesQuery,
  removeWebhook,
  replaceSecret,
  resumeWebhook,
  sendNow,
  webhooksQuery,
} from '#web/data/programs.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { ConfirmDialog, Modal, ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { SecretModal } from '../secret-modal.tsx'
import { webhookTexts } from './texts.ts'

const onError = (error: Error) =>
  showToast({
    kind: 'error',
    title: webhookTexts.actionFailed,
    description: errorMessage(error, webhookTexts.tryAgain),
  })

type WebhookListProps = { isMaking: boolean; onMade(): void }

/** The webhooks, and the deliveries of the chosen one. */
export function WebhookList({ isMaking, onMade }: WebhookListProps) {
  const { data, isError, refetch } = useQuery(webhooksQuery)
  const [chosenId, setChosen] = useState<string | null>(null)
  const [shown, setShown] = useState<{ secret: string; isReplaced: boolean } | null>(null)
  const chosen = data?.find(({ id }) => id === chosenId) ?? data?.[0]
  return (
    <>
      <p className="mb-4 max-w-[64ch] text-muted">{webhookTexts.text}</p>
      {!data && !isError && <div role="status" aria-label={webhookTexts.loading} className="shimmer h-40 rounded-12" />}
      {!data && isError && <LoadFailedLine text={webhookTexts.failed} onTryAgain={() => void refetch()} />}
      {data?.length === 0 && <p className="border-hairline border-t py-6">{webhookTexts.empty}</p>}
      {data && data.length > 0 && (
        <ul aria-label={webhookTexts.list}>
          {data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isChosen={webhook === chosen}
              onChoose={() => setChosen(webhook.id)}
              onSecret={(secret) => setShown({ secret, isReplaced: true })}
            />
          ))}
        </ul>
      )}
      {chosen && <DeliveryTable key={chosen.id} webhook={chosen} />}
      {isMaking && (
        <NewWebhookDialog
          onClose={onMade}
          onCreated={({ webhook, secret }) => {
            onMade()
            setChosen(webhook.id)
            setShown({ secret, isReplaced: false })
          }}
        />
      )}
      {shown && <SecretDialog {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

type WebhookRowProps = {
  webhook: WebhookShape
  isChosen: boolean
  onChoose(): void
  onSecret(secret: string): void
}

function WebhookRow({ webhook, isChosen, onChoose, onSecret }: WebhookRowProps) {
  const { id, url, events, state, failingSince } = webhook
  const [isRemoving, setRemoving] = useState(false)
  const resume = useMutation({ mutationFn: () => resumeWebhook(id), onError })
  const remove = useMutation({ mutationFn: () => removeWebhook(id), onError })
  const replace = useMutation({
    mutationFn: () => replaceSecret(id),
    onSuccess: ({ secret }) => onSecret(secret),
    onError,
  })
  const trouble =
    state === 'off' ? webhookTexts.off(failingSince) : failingSince === null ? null : webhookTexts.failing(failingSince)
  return (
    <li
      className={joinClasses(
        'flex items-center gap-3 border-hairline border-t px-3 max-sm:flex-wrap max-sm:pb-2',
        isChosen && 'rounded-8 bg-raised',
      )}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        className="min-w-0 flex-1 py-3 text-left max-sm:basis-full max-sm:pb-0"
        onClick={onChoose}
      >
        <span className="block font-mono text-13 [overflow-wrap:anywhere]">{url}</span>
        <span className="block text-12 text-muted">{webhookTexts.eventsOf(events)}</span>
      </button>
      <span
        className={joinClasses(
          'max-w-56 text-right text-12 max-sm:min-w-0 max-sm:max-w-none max-sm:flex-1 max-sm:text-left',
          trouble ? 'text-danger' : 'text-muted',
        )}
      >
        {trouble && <CircleAlert aria-hidden="true" className="mr-1 inline size-3.5!" />}
        {trouble ?? webhookTexts.on}
      </span>
      {state === 'off' && (
        <Button kind="line" size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
          {webhookTexts.resume}
        </Button>
      )}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label={webhookTexts.more(url)} size="small">
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        {/* Not in a portal: it belongs to the page's main landmark. */}
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={8} className="popover menu">
          <DropdownMenu.Item className="menu-item" onSelect={() => replace.mutate()}>
            {webhookTexts.replace}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" data-danger onSelect={() => setRemoving(true)}>
            {webhookTexts.remove}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {isRemoving && (
        <ConfirmDialog
          title={webhookTexts.removeTitle}
          text={webhookTexts.removeText}
          confirmLabel={webhookTexts.removeConfirm}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}

type SecretDialogProps = { secret: string; isReplaced: boolean; onClose(): void }

/** Shows the secret of a webhook, once. */
const SecretDialog = ({ secret, isReplaced, onClose }: SecretDialogProps) => (
  <SecretModal
    secret={secret}
    texts={
      isReplaced
        ? { ...webhookTexts.secret, text: `${webhookTexts.secret.text} ${webhookTexts.secret.replaced}` }
        : webhookTexts.secret
    }
    label={webhookTexts.secret.label}
    returnTo="[data-new-webhook], main h1"
    footer={
      <Button kind="solid" onClick={onClose}>
        {webhookTexts.secret.done}
      </Button>
    }
  />
)

const deliveryTexts = webhookTexts.deliveries

/** The recent deliveries of one webhook; each can be sent again, and a test can be sent. On a phone the time stands below the event. */
function DeliveryTable({ webhook: { id, url } }: { webhook: WebhookShape }) {
  const deliveries = useQuery(deliveriesQuery(id))
  const send = useMutation({
    mutationFn: (deliveryId: string | null) => sendNow(id, deliveryId),
    onSuccess: (sent) =>
      showToast({ kind: sent.state === 'delivered' ? 'success' : 'error', title: deliveryTexts.sent(sent) }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: webhookTexts.actionFailed,
        description: errorMessage(error, webhookTexts.tryAgain),
      }),
  })
  return (
    <section aria-labelledby="deliveries" className="mt-8">
      <div className="flex items-end justify-between gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="deliveries" className="font-semibold text-16">
            {deliveryTexts.title}
          </h2>
          <p className="text-13 text-muted [overflow-wrap:anywhere]">{url}</p>
        </div>
        <Button kind="line" size="small" className="shrink-0" busy={send.isPending} onClick={() => send.mutate(null)}>
          {deliveryTexts.test}
        </Button>
      </div>
      {deliveries.isError && !deliveries.data && (
        <LoadFailedLine text={deliveryTexts.failed} onTryAgain={() => void deliveries.refetch()} />
      )}
      {deliveries.data?.length === 0 && <p className="py-6 text-muted">{deliveryTexts.empty}</p>}
      {deliveries.data && deliveries.data.length > 0 && (
        <table className="mt-3 w-full text-13">
          <thead>
            <tr className="text-left text-12 text-muted">
              <th className="py-2 pr-4 font-normal max-sm:hidden">{deliveryTexts.columns.when}</th>
              <th className="py-2 pr-4 font-normal">{deliveryTexts.columns.event}</th>
              <th className="py-2 pr-4 font-normal">{deliveryTexts.columns.answer}</th>
              <th className="py-2 font-normal">
                <span className="sr-only">{deliveryTexts.columns.next}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.data.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                isBusy={send.isPending}
                onAgain={() => send.mutate(delivery.id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-3 text-12 text-muted">{deliveryTexts.note}</p>
    </section>
  )
}

type DeliveryRowProps = { delivery: DeliveryShape; isBusy: boolean; onAgain(): void }

function DeliveryRow({ delivery, isBusy, onAgain }: DeliveryRowProps) {
  const { event, state, status, error, createdAt, nextTryAt } = delivery
  const isThere = state === 'delivered'
  return (
    <tr className="border-hairline border-t align-middle">
      <td className="py-2.5 pr-4 text-muted tabular-nums max-sm:hidden">{formatTime(createdAt)}</td>
      <td className="py-2.5 pr-4">
        <span className="font-mono text-12" data-line>
          {event}
        </span>
        <span className="block text-12 text-muted tabular-nums sm:hidden">{formatTime(createdAt)}</span>
      </td>
      <td className="py-2.5 pr-4">
        <span className={isThere ? '' : 'text-danger'} data-line>
          {isThere ? (
            <Check aria-hidden="true" className="mr-1.5 inline size-3.5!" />
          ) : (
            <CircleAlert aria-hidden="true" className="mr-1.5 inline size-3.5!" />
          )}
          {status ?? deliveryTexts.none}
        </span>
        {error !== null && <span className="block text-12 text-muted">{error}</span>}
        {nextTryAt !== null && <span className="block text-12 text-muted">{deliveryTexts.nextTry(nextTryAt)}</span>}
      </td>
      <td className="text-right">
        <Button kind="quiet" size="small" disabled={isBusy} onClick={onAgain}>
          {deliveryTexts.again}
        </Button>
      </td>
    </tr>
  )
}

const texts = webhookTexts.form

type NewWebhookDialogProps = { onClose(): void; onCreated(created: CreatedWebhookShape): void }

/** The form for a new webhook: where events are sent, which, and of which project. */
function NewWebhookDialog({ onClose, onCreated }: NewWebhookDialogProps) {
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
                    className="tick mt-0.5"
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
        </div>
        <ModalFooter
          error={
            create.error && !errors.url ? `${texts.failed}: ${errorMessage(create.error, webhookTexts.tryAgain)}` : null
          }
        >
          <ModalActions
            cancel={texts.cancel}
            onCancel={onClose}
            submit={create.isPending ? texts.busy : texts.submit}
            isBusy={create.isPending}
          />
        </ModalFooter>
      </form>
    </Modal>
  )
}
