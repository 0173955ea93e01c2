import { queryOptions } from '@tanstack/react-query'
import { markSignedOut, readAccountState } from './account-state.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** The open sessions of the user; read again whenever they are shown. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.account.sessions({}, { signal })).items,
  staleTime: 0,
})

/** The activity log of the account; read again whenever it is shown. */
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
  markSignedOut()
}

/** Deletes the account with all its data. Throws the server's error, with its field. */
export async function deleteAccount(password: string): Promise<void> {
  await api.account.remove({ password })
  queryClient.clear()
  markSignedOut()
}

/** The address of the export of all data of the account, by POST. */
export const exportAddress = '/api/account/export'
