import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { WebhookShape } from '#contract/webhook.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { removeWebhook, replaceSecret, resumeWebhook, webhooksQuery } from '#web/data/programs.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { SecretModal } from '../secret-modal.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'
import { webhookTexts as texts } from './texts.ts'

const onError = (error: Error) =>
  showToast({ kind: 'error', title: texts.actionFailed, description: errorMessage(error, texts.tryAgain) })

type WebhookListProps = { isMaking: boolean; onMade(): void }

/** The webhooks, and the deliveries of the chosen one. */
export function WebhookList({ isMaking, onMade }: WebhookListProps) {
  const { data, isError, refetch } = useQuery(webhooksQuery)
  const [chosenId, setChosen] = useState<string | null>(null)
  const [shown, setShown] = useState<{ secret: string; isReplaced: boolean } | null>(null)
  const chosen = data?.find(({ id }) => id === chosenId) ?? data?.[0]
  return (
    <>
      <p className="mb-4 max-w-[64ch] text-muted">{texts.text}</p>
      {!data && !isError && <div role="status" aria-label={texts.loading} className="shimmer h-40 rounded-12" />}
      {!data && isError && <LoadFailedLine text={texts.failed} onTryAgain={() => void refetch()} />}
      {data?.length === 0 && <p className="border-hairline border-t py-6">{texts.empty}</p>}
      {data && data.length > 0 && (
        <ul aria-label={texts.list}>
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
  const trouble = state === 'off' ? texts.off(failingSince) : failingSince === null ? null : texts.failing(failingSince)
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
        <span className="block text-12 text-muted">{texts.eventsOf(events)}</span>
      </button>
      <span
        className={joinClasses(
          'max-w-56 text-right text-12 max-sm:min-w-0 max-sm:max-w-none max-sm:flex-1 max-sm:text-left',
          trouble ? 'text-danger' : 'text-muted',
        )}
      >
        {trouble && <CircleAlert aria-hidden="true" className="mr-1 inline size-3.5!" />}
        {trouble ?? texts.on}
      </span>
      {state === 'off' && (
        <Button kind="line" size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
          {texts.resume}
        </Button>
      )}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label={texts.more(url)} size="small">
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        {/* Not in a portal: it belongs to the page's main landmark. */}
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={8} className="popover menu">
          <DropdownMenu.Item className="menu-item" onSelect={() => replace.mutate()}>
            {texts.replace}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" data-danger onSelect={() => setRemoving(true)}>
            {texts.remove}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={texts.removeText}
          confirmLabel={texts.removeConfirm}
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
    texts={isReplaced ? { ...texts.secret, text: `${texts.secret.text} ${texts.secret.replaced}` } : texts.secret}
    label={texts.secret.label}
    returnTo="[data-new-webhook], main h1"
    footer={
      <Button kind="solid" onClick={onClose}>
        {texts.secret.done}
      </Button>
    }
  />
)
