import { expect, it } from 'vitest'
import { spendingWarning } from './spending-warning.ts'

const open = {
  host: '0.0.0.0',
  publicUrl: undefined,
  serverKeys: new Map([['openai', 'sk']] as const),
  signUp: 'open',
} as const

it('warns where strangers can spend the keys of the server, and names their providers', () => {
  expect(spendingWarning(open)).toMatch(/^Anyone .*\(openai\)/)
  expect(spendingWarning({ ...open, host: '127.0.0.1', publicUrl: 'https://pictures.example.com' })).not.toBeNull()
})

it.each([
  ['only this machine reaches the server', { host: '127.0.0.1' }],
  ['the server has no keys', { serverKeys: new Map() }],
  ['people sign up by invitation alone', { signUp: 'invite' }],
  ['sign-up is closed', { signUp: 'closed' }],
] as const)('does not warn where %s', (_, over) => {
  expect(spendingWarning({ ...open, ...over })).toBeNull()
})
