import { queryOptions } from '@tanstack/react-query'
import { markSignedOut, readAccountState } from './account-state.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** Where the person is signed in; read again whenever it is shown. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.account.sessions({}, { signal })).items,
  staleTime: 0,
})

/** What was done with the account lately; read again whenever it is shown. */
export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) => (await api.account.activity({}, { signal })).items,
  staleTime: 0,
})

const refreshSessions = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })

/** Changes the password; every other session ends. Throws the server's error, with its field. */
export async function changePassword(words: { currentPassword: string; newPassword: string }): Promise<void> {
  await api.account.changePassword(words)
  await refreshSessions()
}

/** Changes the email that one signs in with. Throws the server's error, with its field. */
export async function changeEmail(input: { email: string; password: string }): Promise<void> {
  await api.account.changeEmail(input)
  await readAccountState()
}

/** Signs out in one other place. */
export async function endSession(id: string): Promise<void> {
  await api.account.endSession({ id })
  await refreshSessions()
}

/** Signs out everywhere, here as well. */
export async function signOutEverywhere(): Promise<void> {
  await api.account.endSessions()
  markSignedOut()
}

/** Deletes the account with everything in it. Throws the server's error, with its field. */
export async function deleteAccount(password: string): Promise<void> {
  await api.account.remove({ password })
  queryClient.clear()
  markSignedOut()
}

/** Where everything that is kept of the person is downloaded from, by POST. */
export const exportAddress = '/api/account/export'
