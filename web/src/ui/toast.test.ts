import { expect, it } from 'vitest'
import { connectToaster, showToast, type Toast } from './toast.ts'

it('a toast waits until the toaster is loaded, and is shown once', () => {
  const shown: Toast[] = []
  const failed: Toast = { kind: 'error', title: 'Login failed' }
  const done: Toast = { kind: 'success', title: 'Account created!' }
  showToast(failed)
  const disconnect = connectToaster((toast) => shown.push(toast))
  showToast(done)
  expect(shown).toEqual([failed, done])
  disconnect()
  showToast(failed)
  expect(shown).toHaveLength(2)
  connectToaster((toast) => shown.push(toast))()
  expect(shown).toEqual([failed, done, failed])
})
