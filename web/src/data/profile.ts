import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ProfileBody, ProfileShape } from '#contract/profile.ts'
import { readAccountState } from './account-state.ts'
import { decodeError } from './api-error.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** The user's public profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.profile.get({}, { signal }),
})

/** The user's profile; undefined until it is loaded. */
export const useProfile = (): ProfileShape | undefined => useQuery(profileQuery, queryClient).data

const keep = (profile: ProfileShape) => queryClient.setQueryData(profileQuery.queryKey, profile)

/** Changes the given fields. Throws the server's error, with the errors of fields. */
export async function saveProfile(body: ProfileBody): Promise<ProfileShape> {
  const profile = await api.profile.change(body)
  keep(profile)
  // The session contains the first name as well.
  void readAccountState()
  return profile
}

/** Uploads the profile picture. Throws the server's error, or a plain one where there is no connection. */
export async function uploadAvatar(file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  const response = await fetch('/api/profile/avatar', { method: 'PUT', body })
  const reply: unknown = await response.json()
  if (!response.ok) throw decodeError(reply, response.status) ?? new Error(`The upload answered ${response.status}.`)
  keep(reply as ProfileShape)
}

/** Removes the profile picture. */
export async function removeAvatar(): Promise<void> {
  keep(await api.profile.removeAvatar())
}
