import { describe, expect, it } from 'vitest'
import type { EditRequest } from '#domain/edit/operation.ts'
import { thisMachineModel } from '#domain/edit/this-machine.ts'
import type { RetouchTask } from '#server/retouch/retouch-task.ts'
import { editRequest, givenSize } from '#server-testing/providers/edit-request.ts'
import { imageCall } from '#server-testing/providers/image-request.ts'
import { createThisMachineProvider } from './this-machine-provider.ts'

describe('createThisMachineProvider', () => {
  /** A provider whose net finds no subject, and the tasks that it does. */
  function findingNothing() {
    const tasks: RetouchTask[] = []
    const empty = new Uint8Array()
    const provider = createThisMachineProvider({
      retouch: {
        async run(task) {
          tasks.push(task)
          return { ...givenSize, bytes: empty, mask: null, notes: [] }
        },
        close: async () => {},
      },
      tools: {
        state: async () => null,
        run: async () => ({ ...givenSize, mask: empty, png: empty, share: 0 }) as never,
        features: () => Promise.reject(new Error('No features are asked for.')),
      },
      concurrency: 1,
    })
    return { provider, tasks }
  }
  const cutOut = (asked: Partial<EditRequest>) =>
    editRequest(
      thisMachineModel,
      { operation: 'remove-background', ...asked },
      { masked: true, words: '', over: { tool: 'is-net' } },
    )

  it('cuts out exactly what was selected where its net finds no subject', async () => {
    const { provider, tasks } = findingNothing()
    await provider.generate(await cutOut({ maskUse: 'exact' }), imageCall())
    expect(tasks).toMatchObject([{ kind: 'apply-matte', use: 'exact' }])
  })

  it('refuses a rough selection in which its net finds no subject', async () => {
    const { provider, tasks } = findingNothing()
    await expect(provider.generate(await cutOut({}), imageCall())).rejects.toThrow(/^No subject was found/)
    expect(tasks).toEqual([])
  })
})
