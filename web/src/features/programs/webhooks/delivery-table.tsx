import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import type { DeliveryShape, WebhookShape } from '#contract/webhook.ts'
import { formatTime } from '#domain/format.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { deliveriesQuery, sendNow } from '#web/data/programs.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { webhookTexts } from './texts.ts'

const texts = webhookTexts.deliveries

/** The recent deliveries of one webhook; each can be sent again, and a test can be sent. On a phone the time stands below the event. */
export function DeliveryTable({ webhook: { id, url } }: { webhook: WebhookShape }) {
  const deliveries = useQuery(deliveriesQuery(id))
  const send = useMutation({
    mutationFn: (deliveryId: string | null) => sendNow(id, deliveryId),
    onSuccess: (sent) => showToast({ kind: sent.state === 'delivered' ? 'success' : 'error', title: texts.sent(sent) }),
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
            {texts.title}
          </h2>
          <p className="text-13 text-muted [overflow-wrap:anywhere]">{url}</p>
        </div>
        <Button kind="line" size="small" className="shrink-0" busy={send.isPending} onClick={() => send.mutate(null)}>
          {texts.test}
        </Button>
      </div>
      {deliveries.isError && !deliveries.data && (
        <LoadFailedLine text={texts.failed} onTryAgain={() => void deliveries.refetch()} />
      )}
      {deliveries.data?.length === 0 && <p className="py-6 text-muted">{texts.empty}</p>}
      {deliveries.data && deliveries.data.length > 0 && (
        <table className="mt-3 w-full text-13">
          <thead>
            <tr className="text-left text-12 text-muted">
              <th className="py-2 pr-4 font-normal max-sm:hidden">{texts.columns.when}</th>
              <th className="py-2 pr-4 font-normal">{texts.columns.event}</th>
              <th className="py-2 pr-4 font-normal">{texts.columns.answer}</th>
              <th className="py-2 font-normal">
                <span className="sr-only">{texts.columns.next}</span>
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
      <p className="mt-3 text-12 text-muted">{texts.note}</p>
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
          {status ?? texts.none}
        </span>
        {error !== null && <span className="block text-12 text-muted">{error}</span>}
        {nextTryAt !== null && <span className="block text-12 text-muted">{texts.nextTry(nextTryAt)}</span>}
      </td>
      <td className="text-right">
        <Button kind="quiet" size="small" disabled={isBusy} onClick={onAgain}>
          {texts.again}
        </Button>
      </td>
    </tr>
  )
}
