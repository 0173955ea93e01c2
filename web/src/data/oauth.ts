import { queryOptions } from '@tanstack/react-query'
import type { AllowBody, AuthorizationQuery } from '#contract/oauth.ts'
import { api } from './client.ts'

const names: readonly (keyof AuthorizationQuery)[] = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
]

/** What a program asks for, by the parameters in the address of its request; others are left out. */
export const authorizationRequestQuery = (parameters: string) => {
  const given = new URLSearchParams(parameters)
  const asked: AuthorizationQuery = Object.fromEntries(
    names.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])),
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
export const allowConnection = async (body: AllowBody): Promise<string> => (await api.oauth.allow(body)).redirect
