import { queryOptions, useQuery } from '@tanstack/react-query'
import type { FirstStepsShape } from '#contract/account/account.ts'
import { accountQuery } from '#contract/account/account-header.ts'
import type { ProfileBody, ProfileShape } from '#contract/account/profile.ts'
import { api } from '../http/client.ts'
import { fetchAsUser } from '../http/fetch-as-user.ts'
import { queryClient } from '../http/query-client.ts'
import { leave, readAccountState } from './account-state.ts'

/** The open sessions of the user; read again whenever they are shown. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.account.sessions({}, { signal })).items,
  staleTime: 0,
})

/** Email notifications of the user. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.account.notifications({}, { signal }),
})

/** Chooses whether an email comes after a reviewer has commented. */
export async function setEmailsComments(emailsComments: boolean): Promise<void> {
  queryClient.setQueryData(notificationsQuery.queryKey, await api.account.changeNotifications({ emailsComments }))
}

/** The activity log of the account; read again whenever it is shown. */
export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) => (await api.account.activity({}, { signal })).items,
  staleTime: 0,
})

const refreshSessions = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })

/** Changes the password; every other session ends. Throws the server's error, with its field. */
export async function changePassword(words: {
  currentPassword: string
  newPassword: string
  /** `end`: API tokens and connected programs end as well. */
  tokens?: 'end'
}): Promise<void> {
  await api.account.changePassword(words)
  await refreshSessions()
}

/** Changes the email for signing in. Throws the server's error, with its field. */
export async function changeEmail(input: { email: string; password: string }): Promise<void> {
  await api.account.changeEmail(input)
  await readAccountState()
}

/** Ends one other session. */
export async function endSession(id: string): Promise<void> {
  await api.account.endSession({ id })
  await refreshSessions()
}

/** Ends all sessions, this one included. */
export async function signOutEverywhere(): Promise<void> {
  await api.account.endSessions()
  await leave()
}

/** Deletes the account with all its data. Throws the server's error, with its field. */
export async function deleteAccount(password: string): Promise<void> {
  await api.account.remove({ password })
  queryClient.clear()
  await leave()
}

/** The address of the export of all data of the user, by POST. Another account may have signed in since: it names the user. */
export const exportAddress = (userId: string): string =>
  `/api/account/export?${new URLSearchParams({ [accountQuery]: userId })}`

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
  const response = await fetchAsUser('/api/profile/avatar', { method: 'PUT', body })
  keep((await response.json()) as ProfileShape)
}

/** Removes the profile picture. */
export async function removeAvatar(): Promise<void> {
  keep(await api.profile.removeAvatar())
}

/** The number of first steps that the person has done. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => api.account.firstSteps({}, { signal }),
  // Only this page changes it, or another device of the same minutes.
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Counts that many steps as done, here at once. A call that does not arrive is not repeated: the hint comes back with the
 * next page, and no sooner.
 */
export function finishFirstSteps(done: FirstStepsShape['done']): void {
  queryClient.setQueryData<FirstStepsShape>(firstStepsQuery.queryKey, { done })
  api.account.finishFirstSteps({ done }).catch(() => undefined)
}

/** Counts the first step as done if none is, after a card that was made on another page than a canvas. */
export function countFirstCard(): void {
  queryClient.ensureQueryData(firstStepsQuery).then(
    ({ done }) => done === 0 && finishFirstSteps(1),
    () => undefined,
  )
}
