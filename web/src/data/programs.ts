import { queryOptions } from '@tanstack/react-query'
import type { CreatedTokenShape, CreateTokenBody } from '#contract/programs/api-token.ts'
import type { AllowBody, AuthorizationQuery } from '#contract/programs/oauth.ts'
import type { CreatedWebhookShape, CreateWebhookBody, DeliveryShape } from '#contract/programs/webhook.ts'
import { withPassword } from './account/confirm-password.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'

/** The open API tokens of the user, newest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) => (await api.tokens.list({}, { signal })).items,
  staleTime: 0,
})

const invalidateTokens = () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey })

/** Creates a token; its secret is in this result alone. */
export async function createApiToken(body: CreateTokenBody): Promise<CreatedTokenShape> {
  try {
    return await withRequestId({ request: body }, (request, idempotencyKey) =>
      withPassword(() => api.tokens.create(request, { context: { idempotencyKey } })),
    )
  } finally {
    await invalidateTokens()
  }
}

/** Changes what a token may spend. */
export async function changeApiTokenBudget(id: string, budget: CreateTokenBody['budget']): Promise<void> {
  await api.tokens.change({ id, budget })
  await invalidateTokens()
}

/** Moves every card that a token asked for to the trash. @returns How many, with what branches from them. */
export const trashMadeByToken = async (id: string): Promise<number> => (await api.tokens.trash({ id })).deleted

/** Ends a token: it is refused at once. */
export async function endApiToken(id: string): Promise<void> {
  await api.tokens.end({ id })
  await invalidateTokens()
}

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

const invalidateWebhooks = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })

/** Adds a webhook; its secret is in this result alone. */
export async function createWebhook(body: CreateWebhookBody): Promise<CreatedWebhookShape> {
  try {
    return await withRequestId({ request: body }, (request, idempotencyKey) =>
      withPassword(() => api.webhooks.create(request, { context: { idempotencyKey } })),
    )
  } finally {
    await invalidateWebhooks()
  }
}

export async function removeWebhook(id: string): Promise<void> {
  await api.webhooks.remove({ id })
  await invalidateWebhooks()
}

/** Replaces the secret; the old one signs as well for a day. */
export const replaceSecret = (id: string): Promise<CreatedWebhookShape> =>
  withPassword(() => api.webhooks.rotate({ id }))

export async function resumeWebhook(id: string): Promise<void> {
  await api.webhooks.resume({ id })
  await invalidateWebhooks()
}

/** Sends a test event, or a delivery again. @returns What came of it. */
export async function sendNow(id: string, deliveryId: string | null): Promise<DeliveryShape> {
  const sent = deliveryId === null ? await api.webhooks.test({ id }) : await api.webhooks.again({ id, deliveryId })
  await invalidateWebhooks()
  return sent
}

const parameterNames: readonly (keyof AuthorizationQuery)[] = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
]

/** The request of a program, by the parameters in the address of its request; others are left out. */
export const authorizationRequestQuery = (parameters: string) => {
  const given = new URLSearchParams(parameters)
  const asked: AuthorizationQuery = Object.fromEntries(
    parameterNames.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])),
  )
  return queryOptions({
    queryKey: ['oauth-request', parameters],
    queryFn: ({ signal }) => api.oauth.read(asked, { signal }),
    // Asked once: reading it again would restart the time for a decision.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Allows a program to connect. @returns The address that hands it its code. */
export const allowConnection = async (body: AllowBody): Promise<string> =>
  (await withPassword(() => api.oauth.allow(body))).redirect
