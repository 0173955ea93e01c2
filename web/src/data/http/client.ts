import { createORPCClient, ORPCError, onError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { contract } from '#contract/contract.ts'
import { accountHeaders, followRefusal } from '../account/account-state.ts'
import { decodeError } from './api-error.ts'
import { fetchOrTake } from './early-reply.ts'

/** The options of a call beside its input. */
type CallContext = { idempotencyKey?: string }

const link = new OpenAPILink<CallContext>(contract, {
  url: () => `${location.origin}/api`,
  fetch: (request) => fetchOrTake(request),
  headers: ({ context }): Record<string, string> => ({
    ...accountHeaders(),
    ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey }),
  }),
  customErrorResponseBodyDecoder: (body, response) => decodeError(body, response.status),
  interceptors: [
    onError((error) => {
      if (error instanceof ORPCError) followRefusal(error.code)
    }),
  ],
})

/** Every call of the contract, typed. */
export const api: ContractRouterClient<typeof contract, CallContext> = createORPCClient(link)
