import { queryOptions } from '@tanstack/react-query'
import type { CreatedWebhookShape, CreateWebhookBody, DeliveryShape } from '#contract/webhook.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** The webhooks of the user, newest first. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await api.webhooks.list({}, { signal })).items,
  staleTime: 0,
})

/** The recent deliveries of a webhook, newest first. Read again while the page is open: others come by themselves. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ signal }) => (await api.webhooks.deliveries({ id }, { signal })).items,
    staleTime: 0,
    refetchInterval: 10_000,
  })

const invalidate = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })

/** Adds a webhook; its secret is in this result alone. */
export async function createWebhook(body: CreateWebhookBody): Promise<CreatedWebhookShape> {
  const created = await api.webhooks.create(body)
  await invalidate()
  return created
}

export async function removeWebhook(id: string): Promise<void> {
  await api.webhooks.remove({ id })
  await invalidate()
}

/** Replaces the secret; the old one signs as well for a day. */
export const replaceSecret = (id: string): Promise<CreatedWebhookShape> => api.webhooks.rotate({ id })

export async function resumeWebhook(id: string): Promise<void> {
  await api.webhooks.resume({ id })
  await invalidate()
}

/** Sends a test event, or a delivery again. @returns What came of it. */
export async function sendNow(id: string, deliveryId: string | null): Promise<DeliveryShape> {
  const sent = deliveryId === null ? await api.webhooks.test({ id }) : await api.webhooks.again({ id, deliveryId })
  await invalidate()
  return sent
}
